using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Users;

/// <summary>A role of a users file as written, with its locations.</summary>
internal sealed class RawRole
{
    public required SourceLocation Spot { get; init; }

    public RoleEntry Role { get; set; } = new("");

    public SourceLocation LikeSpot { get; set; }
}

/// <summary>The keys of a role in the users file.</summary>
internal static class RoleKeys
{
    public static readonly KeyTable<RawRole> Table = new(
        "role",
        new(
            "name",
            KeyShape.Text,
            "Name of the role: one of your own, or a well-known one that is to hold for some applications or endpoints " + "only.",
            static (yaml, role) =>
            {
                var spot = yaml.Spot;
                if (yaml.Text() is not { } name)
                    return;
                if (!RoleEntry.IsName(name) && !UserRoles.Given.Contains(name))
                    yaml.Findings.Error(
                        spot,
                        $"'{Excerpt.From(name)}' is not a valid role name; write 1 to {RoleEntry.MaxName} letters without '/', not Anonymous "
                            + "and not AuthenticatedUser"
                    );
                else
                    role.Role = role.Role with { Name = name };
            }
        ),
        new(
            "namespace",
            KeyShape.Text,
            "Namespace URI of the role's browse name. Default: the server's " + "own.",
            static (yaml, role) => role.Role = role.Role with { NamespaceUri = yaml.Text() }
        ),
        new(
            "like",
            KeyShape.OneOf(RoleEntry.Models),
            "The role whose permissions it has where the map says nothing else. Default: none, the map's " + "'permissions' alone.",
            static (yaml, role) =>
            {
                role.LikeSpot = yaml.Spot;
                role.Role = role.Role with { Like = yaml.OneOf(RoleEntry.Models) };
            }
        ),
        new(
            "givenTo",
            KeyShape.Texts,
            "Sessions that have the role whoever their user is: Anonymous, AuthenticatedUser, TrustedApplication, or the "
                + "ApplicationUri of a client.",
            static (yaml, role) => role.Role = role.Role with { GivenTo = yaml.Texts() }
        ),
        new(
            "tokenRoles",
            KeyShape.Texts,
            "Entries of 'roles' in an access token that give the role.",
            static (yaml, role) => role.Role = role.Role with { TokenRoles = yaml.Texts() }
        ),
        new(
            "tokenGroups",
            KeyShape.Texts,
            "Entries of 'groups' in an access token that give the role.",
            static (yaml, role) => role.Role = role.Role with { TokenGroups = yaml.Texts() }
        ),
        new(
            "applications",
            KeyShape.Texts,
            "ApplicationUris of clients, on channels that are at least " + "signed.",
            static (yaml, role) => role.Role = role.Role with { Applications = yaml.Texts() }
        ),
        new(
            "applicationsExclude",
            KeyShape.Bool,
            "true: all clients but the applications; false: the applications alone. Default: " + "true.",
            static (yaml, role) => role.Role = role.Role with { ApplicationsExclude = yaml.Bool() ?? true }
        ),
        new(
            "endpoints",
            KeyShape.ListOf(new KeyShape("""{ "type": "object" }""")),
            "Endpoints, such as { mode: SignAndEncrypt }.",
            ReadEndpoints
        ),
        new(
            "endpointsExclude",
            KeyShape.Bool,
            "true: all endpoints but these; false: these alone. Default: true.",
            static (yaml, role) => role.Role = role.Role with { EndpointsExclude = yaml.Bool() ?? true }
        )
    );

    private static readonly KeyTable<Endpoint> EndpointTable = new(
        "role's endpoint",
        new(
            "url",
            KeyShape.Text,
            "The URL as clients use it.",
            static (yaml, endpoint) => endpoint.Is = endpoint.Is with { Url = yaml.Text() }
        ),
        new(
            "mode",
            KeyShape.OneOf(RoleEndpoint.Modes),
            "The security mode.",
            static (yaml, endpoint) => endpoint.Is = endpoint.Is with { Mode = yaml.OneOf(RoleEndpoint.Modes) }
        ),
        new(
            "policy",
            KeyShape.Text,
            "URI of the security policy.",
            static (yaml, endpoint) => endpoint.Is = endpoint.Is with { Policy = yaml.Text() }
        ),
        new(
            "transport",
            KeyShape.Text,
            "URI of the transport profile.",
            static (yaml, endpoint) => endpoint.Is = endpoint.Is with { Transport = yaml.Text() }
        )
    );

    private static void ReadEndpoints(YamlReader yaml, RawRole role)
    {
        var endpoints = new List<RoleEndpoint>();
        if (!yaml.EnterSequence("a list of endpoints, such as [ { mode: SignAndEncrypt } ]"))
            return;
        while (!yaml.Leave())
        {
            var endpoint = new Endpoint();
            if (EndpointTable.Read(yaml, endpoint))
                endpoints.Add(endpoint.Is);
        }

        role.Role = role.Role with { Endpoints = endpoints };
    }

    /// <summary>An endpoint being read.</summary>
    private sealed class Endpoint
    {
        public RoleEndpoint Is { get; set; } = new(null, null, null, null);
    }
}
