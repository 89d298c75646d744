//! A required property is never an `Option`, an optional one always is: each member is bound to its exact type, also in
//! nested objects, in items and in branches.

value_schema::value_type! {
    pub Order = {
        type: "object",
        additionalProperties: false,
        properties: {
            id: { type: "string", required: true },
            note: { type: "string" },
            buyer: {
                type: "object",
                additionalProperties: false,
                required: true,
                properties: { name: { type: "string", required: true }, age: { type: "integer" } },
            },
            lines: {
                type: "array",
                required: true,
                items: {
                    type: "object",
                    additionalProperties: false,
                    properties: { count: { type: "integer", required: true }, gift: { type: "boolean" } },
                },
            },
            pay: {
                required: true,
                oneOf: [
                    {
                        type: "object",
                        additionalProperties: false,
                        properties: { kind: { type: "string", const: "card", required: true }, card: { type: "string", required: true } },
                    },
                    {
                        type: "object",
                        additionalProperties: false,
                        properties: { kind: { type: "string", const: "cash", required: true }, change: { type: "string" } },
                    },
                ],
            },
        },
    }
}

fn members(order: Order) {
    let Order { id, note, buyer, lines, pay } = order;
    let _: String = id;
    let _: Option<String> = note;
    let OrderBuyer { name, age } = buyer;
    let _: String = name;
    let _: Option<value_schema::JsonInteger> = age;
    for OrderLinesItem { count, gift } in lines {
        let _: value_schema::JsonInteger = count;
        let _: Option<bool> = gift;
    }
    match pay {
        OrderPay::Card(OrderPayCard { card, .. }) => drop::<String>(card),
        OrderPay::Cash(OrderPayCash { change, .. }) => drop::<Option<String>>(change),
    }
}

fn main() {
    let text = r#"{"id": "7", "buyer": {"name": "A"}, "lines": [{"count": 1}], "pay": {"kind": "cash"}}"#;
    members(<Order as value_schema::DeclaredType>::from_text(text).unwrap());
}
