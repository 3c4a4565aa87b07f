using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Machines;
using S7OpcBridge.Map.RawConfig.Users;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Server;

/// <summary>The keys of <c>server</c>.</summary>
internal static class ServerKeys
{
    public static readonly KeyTable<RawServer> Table = new(
        "server",
        [
            new(
                "name",
                KeyShape.Text,
                "Name of this bridge, unique in the plant: ApplicationUri urn:s7opcbridge:NAME. Default " + "S7OpcBridge.",
                static (yaml, server) =>
                {
                    server.NameSpot = yaml.Spot;
                    if (yaml.Text() is { } name)
                        server.Settings = server.Settings with { Name = name };
                }
            ),
            new(
                "namespace",
                KeyShape.Text,
                "Namespace URI of the tags. Default: made from the name, urn:s7opcbridge:NAME:tags.",
                static (yaml, server) =>
                {
                    if (yaml.Text() is { } uri)
                        server.Settings = server.Settings with { Namespace = uri };
                }
            ),
            new(
                "nodeIds",
                KeyShape.Text,
                "Pattern of the node ids instead of PLC/Name, of {plc}, {name}, {dotted} and {quoted}; \"{quoted}\" gives those of an "
                    + "S7-1500's own server.",
                ReadNodeIds
            ),
            new("endpoint", KeyShape.Text, "Where the server listens. Default opc.tcp://localhost:4840: this machine only.", ReadEndpoint),
            new(
                "advertise",
                KeyShape.Texts,
                "Names and addresses by which clients reach this server, in its URLs and its " + "certificate.",
                static (yaml, server) => server.Settings = server.Settings with { Advertise = yaml.Texts() }
            ),
            new(
                "security",
                KeyShape.SomeOf(ServerSettings.Policies),
                "Security policies to offer, the preferred one first. Default: those of 1.05.07 on each NIST curve of which there is a certificate, and "
                    + "the first three; others must be written.",
                ReadSecurity
            ),
            new(
                "allowInsecure",
                KeyShape.Bool,
                "true: allows None and anonymous writing beyond this machine, too. Default false.",
                static (yaml, server) => server.Settings = server.Settings with { AllowInsecure = yaml.Bool() ?? false }
            ),
            new(
                "anonymous",
                KeyShape.OneOf("none", "read", "write"),
                "What clients may do without a user name. Default none.",
                static (yaml, server) =>
                {
                    server.AnonymousSpot = yaml.Spot;
                    if (yaml.OneOf(["none", "read", "write"]) is { } word)
                        server.Settings = server.Settings with { Anonymous = Enum.Parse<AnonymousAccess>(word, ignoreCase: true) };
                }
            ),
            new(
                "users",
                KeyShape.Any(KeyShape.Text, KeyShape.ListOf(KeyShape.Ref("user"))),
                "File of the users, made by 's7opcbridge users add'; or a list of " + "them. Default none.",
                ReadUsers
            ),
            new(
                "tokens",
                KeyShape.ListOf(KeyShape.Ref("tokenIssuer")),
                "Issuers of access tokens (OIDC) with which users log in beside 'users'. Default none.",
                static (yaml, server) =>
                {
                    server.TokenIssuers = TokenIssuerKeys.ReadList(yaml);
                    server.Settings = server.Settings with { Issuers = [.. server.TokenIssuers.Select(issuer => issuer.Settings)] };
                }
            ),
            new(
                "certificates",
                KeyShape.Text,
                "Folder of the certificate stores own, trusted, issuers and rejected. Default: certs in the state folder or "
                    + "beside the map; in a container /certs.",
                static (yaml, server) =>
                {
                    if (yaml.Text() is { } path)
                        server.Settings = server.Settings with { Certificates = StateFolder.Resolve(yaml.File, path) };
                }
            ),
            new(
                "trust",
                KeyShape.OneOf("stores", "first-use"),
                "Which clients are trusted: those in the stores (default), or for one hour also those that connect "
                    + "for the first time.",
                static (yaml, server) =>
                {
                    server.TrustSpot = yaml.Spot;
                    server.Settings = server.Settings with { TrustFirstUse = yaml.OneOf(["stores", "first-use"]) == "first-use" };
                }
            ),
            new(
                "discovery",
                KeyShape.Text,
                "Discovery server (LDS) that lists this server for clients, such as opc.tcp://localhost:4840. Default " + "none.",
                ReadDiscovery
            ),
            new(
                "reverseConnect",
                KeyShape.ListOf(KeyShape.Ref("reverseClient")),
                "Clients that listen, to which this server connects, such as [ { client: opc.tcp://mes.plant.local:48060 } ]. Default: none.",
                ReverseConnectKeys.Read
            ),
            new(
                "history",
                KeyShape.Ref("history"),
                "Where the values of tags with 'history' are recorded, such as { store: history, keep: 30d, maxSize: 20GB }. "
                    + "Default: nowhere.",
                HistoryKeys.Read
            ),
            new("machine", MachineKeys.Shape, MachineKeys.OfServer, static (yaml, server) => server.Machine = MachineKeys.Read(yaml)),
            .. LimitKeys.All,
        ]
    );

    private static void ReadNodeIds(YamlReader yaml, RawServer server)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a pattern in quotes, such as \"{quoted}\"") is not { } pattern)
            return;
        if (NodeIdPattern.Fault(pattern) is { } fault)
            yaml.Findings.Error(spot, fault);
        else
            server.Settings = server.Settings with { NodeIds = pattern };
    }

    private static void ReadEndpoint(YamlReader yaml, RawServer server)
    {
        server.EndpointSpot = yaml.Spot;
        if (yaml.Text() is not { } text)
            return;
        if (
            Uri.TryCreate(text, UriKind.Absolute, out var uri)
            && uri.Scheme == "opc.tcp"
            && uri.Port is > 0 and < 65536
            && uri.Host.Length > 0
        )
            server.Settings = server.Settings with { Endpoint = uri };
        else
            yaml.Findings.Error(
                server.EndpointSpot,
                $"'{text}' is not an endpoint; write one such as opc.tcp://0.0.0.0:4840 (all addresses of this machine) "
                    + $"or {ServerSettings.DefaultEndpoint}"
            );
    }

    private static void ReadDiscovery(YamlReader yaml, RawServer server)
    {
        server.DiscoverySpot = yaml.Spot;
        if (yaml.Text() is not { } text)
            return;
        if (Uri.TryCreate(text, UriKind.Absolute, out var uri) && uri.Scheme == "opc.tcp" && uri.Host.Length > 0)
            server.Settings = server.Settings with { Discovery = text };
        else
            yaml.Findings.Error(
                server.DiscoverySpot,
                $"'{text}' is not a discovery server; write its URL, such as opc.tcp://localhost:4840"
            );
    }

    private static void ReadUsers(YamlReader yaml, RawServer server)
    {
        server.UsersSpot = yaml.Spot;
        if (yaml.AtSequence)
        {
            server.Settings = server.Settings with { Users = UsersReader.ReadList(yaml) };
        }
        else if (yaml.Text("the path of the users file, or a list of users") is { } path)
        {
            var file = StateFolder.Resolve(yaml.File, path);
            var document = UsersReader.ReadDocument(file, server.UsersSpot, yaml.Findings);
            server.Settings = server.Settings with { UsersFile = file, Users = document.Users, Roles = document.Roles };
        }
    }

    private static void ReadSecurity(YamlReader yaml, RawServer server)
    {
        var spot = yaml.Spot;
        var policies = new List<string>();
        if (!yaml.AtSequence)
        {
            if (yaml.OneOf(ServerSettings.Policies) is { } only)
                policies.Add(only);
        }
        else if (yaml.EnterSequence("a list of policies"))
        {
            while (!yaml.Leave())
            {
                if (yaml.OneOf(ServerSettings.Policies) is { } policy && !policies.Contains(policy))
                    policies.Add(policy);
            }
        }
        if (policies.Count == 0)
            return;
        server.SecuritySpot = spot;
        server.Settings = server.Settings with { Security = policies };
    }
}

/// <summary>The server's settings as written, with their locations.</summary>
internal sealed class RawServer
{
    public ServerSettings Settings { get; set; } = new();

    public SourceLocation NameSpot { get; set; }

    public SourceLocation EndpointSpot { get; set; }

    public SourceLocation SecuritySpot { get; set; }

    public SourceLocation AnonymousSpot { get; set; }

    public SourceLocation TrustSpot { get; set; }

    public SourceLocation UsersSpot { get; set; }

    public IReadOnlyList<RawTokenIssuer> TokenIssuers { get; set; } = [];

    public SourceLocation DiscoverySpot { get; set; }

    public SourceLocation HistorySpot { get; set; }

    public List<RawReverseClient> ReverseConnect { get; set; } = [];

    public RawMachine? Machine { get; set; }
}
