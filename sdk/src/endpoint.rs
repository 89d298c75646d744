//! Where on the gateway a call goes.

use std::borrow::Cow;

use crate::base_url::path_segment;

/// The path of a call, and what of it may be seen in logs.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    /// The path with names in braces where it has identifiers.
    template: Cow<'static, str>,
    /// The path, where the template is not the path itself.
    path: Option<String>,
}

impl Endpoint {
    /// A path without identifiers.
    pub(crate) const fn fixed(path: &'static str) -> Self {
        Self { template: Cow::Borrowed(path), path: None }
    }

    /// A path without identifiers, behind the prefix of a provider.
    pub(crate) fn behind(prefix: &'static str, rest: &'static str) -> Self {
        Self { template: Cow::Owned([prefix, rest].concat()), path: None }
    }

    /// A path with an identifier, percent-encoded, in the place of the name in braces that the template has.
    pub(crate) fn of(template: &'static str, identifier: &str) -> Self {
        let path = template.split_once('{').and_then(|(before, rest)| {
            let (_, behind) = rest.split_once('}')?;
            Some([before, &path_segment(identifier), behind].concat())
        });
        Self { template: Cow::Borrowed(template), path }
    }

    /// The path. It begins with a slash and is percent-encoded.
    pub(crate) fn path(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.template)
    }

    /// The path without its identifiers.
    pub(crate) fn template(&self) -> Cow<'static, str> {
        self.template.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_stand_in_the_path_and_not_in_the_template() {
        let endpoint = Endpoint::of("/a/{id}/b", "{x}/é");
        assert_eq!((endpoint.path(), &*endpoint.template()), ("/a/%7Bx%7D%2F%C3%A9/b", "/a/{id}/b"));
        assert_eq!(Endpoint::of("/a/{id}", "").path(), "/a/");
        let endpoint = Endpoint::behind("/p", "/q");
        assert_eq!((endpoint.path(), &*endpoint.template()), ("/p/q", "/p/q"));
        assert_eq!(Endpoint::fixed("/a").path(), "/a");
    }
}
