using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Server;

/// <summary>The keys of an entry of <c>reverseConnect</c> under <c>server</c>.</summary>
internal static class ReverseConnectKeys
{
    private const string Example = "opc.tcp://mes.plant.local:48060";
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1),
        Longest = TimeSpan.FromSeconds(60);

    public static readonly KeyTable<RawReverseClient> Table = new(
        "a client to connect to",
        new("client", KeyShape.Text, $"Where the client listens, such as {Example}.", ReadClient),
        new(
            "endpoint",
            KeyShape.Text,
            "URL of this server that the client is told, one of those made from 'advertise'. Default: the first of them.",
            static (yaml, client) =>
            {
                client.EndpointSpot = yaml.Spot;
                client.Endpoint = yaml.Text("a URL of this server");
            }
        ),
        new(
            "retry",
            KeyShape.Duration,
            "Pause after a failure, 1s to 60s; it grows to a minute while failures go on. Default 10s.",
            static (yaml, client) => client.Retry = yaml.Duration(Shortest, Longest) ?? client.Retry
        )
    );

    /// <summary>Reads the list.</summary>
    public static void Read(YamlReader yaml, RawServer server)
    {
        var spot = yaml.Spot;
        if (!yaml.EnterSequence($"a list of clients, such as [ {{ client: {Example} }} ]"))
            return;
        var all = new List<RawReverseClient>();
        while (!yaml.Leave())
        {
            var place = yaml.Spot;
            var client = new RawReverseClient { Spot = place };
            if (!Table.Read(yaml, client))
                continue;
            if (client.Url is null && client.UrlSpot.IsNone)
                yaml.Findings.Error(place, $"this entry says nowhere to connect to; add 'client: {Example}'");
            else if (client.Url is not null)
                Add(client, all, yaml.Findings);
        }
        if (all.Count > ReverseConnectSettings.Most)
            yaml.Findings.Error(spot, $"there are {all.Count} clients to connect to; {ReverseConnectSettings.Most} at most are possible");
        server.ReverseConnect = all;
        server.Settings = server.Settings with
        {
            ReverseConnect = [.. all.Select(static client => new ReverseConnectSettings(client.Url!, client.Endpoint, client.Retry))],
        };
    }

    private static void Add(RawReverseClient client, List<RawReverseClient> all, FindingList findings)
    {
        if (all.Find(other => string.Equals(other.Url, client.Url, StringComparison.OrdinalIgnoreCase)) is { } twin)
            findings.Error(
                client.UrlSpot,
                $"{client.Url} stands in line {twin.UrlSpot.Line} already; remove one of them: one entry serves any number of sessions"
            );
        else
            all.Add(client);
    }

    private static void ReadClient(YamlReader yaml, RawReverseClient client)
    {
        client.UrlSpot = yaml.Spot;
        if (yaml.Text($"where the client listens, such as {Example}") is not { } text)
            return;
        if (text.StartsWith("rcp+", StringComparison.OrdinalIgnoreCase) && IsUrl(text[4..]))
            yaml.Findings.Error(client.UrlSpot, $"write '{Excerpt.From(text[4..])}' without rcp+");
        else if (!IsUrl(text))
            yaml.Findings.Error(
                client.UrlSpot,
                $"'{Excerpt.From(text)}' is no client to connect to; write opc.tcp://, its name and its port: {Example}"
            );
        else
            client.Url = text.TrimEnd('/');
    }

    private static bool IsUrl(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var uri)
        && uri is { Scheme: "opc.tcp", Port: > 0 and < 65536, UserInfo: "", AbsolutePath: "/" or "", Query: "", Fragment: "" }
        && uri.Host is not ("" or "0.0.0.0" or "[::]")
        && text.Length <= 300;
}

/// <summary>An entry of <c>reverseConnect</c> as written.</summary>
internal sealed class RawReverseClient
{
    public SourceLocation Spot { get; init; }

    public SourceLocation UrlSpot { get; set; }

    public string? Url { get; set; }

    public SourceLocation EndpointSpot { get; set; }

    public string? Endpoint { get; set; }

    public TimeSpan Retry { get; set; } = ReverseConnectSettings.DefaultRetry;
}
