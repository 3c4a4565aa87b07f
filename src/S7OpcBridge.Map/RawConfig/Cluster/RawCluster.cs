using System.Net;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Cluster;

/// <summary>The keys of <c>cluster</c>.</summary>
internal static class ClusterKeys
{
    private const int LongestName = 63,
        LongestSecret = 256;

    public static readonly KeyTable<RawCluster> Table = new(
        "cluster",
        new(
            "name",
            KeyShape.Text,
            "Name of the cluster, the same on all nodes.",
            static (yaml, cluster) =>
            {
                cluster.NameSpot = yaml.Spot;
                cluster.Name = ReadName(yaml);
            }
        ),
        new(
            "node",
            KeyShape.Text,
            "Name of this node, unique in the cluster. Default: the name of the machine.",
            static (yaml, cluster) =>
            {
                cluster.NodeSpot = yaml.Spot;
                cluster.Node = ReadName(yaml);
            }
        ),
        new(
            "listen",
            KeyShape.Text,
            "Address and port of this machine for the other nodes, such as 10.0.0.11:11111.",
            static (yaml, cluster) =>
            {
                cluster.ListenSpot = yaml.Spot;
                cluster.Listen = ReadListen(yaml);
            }
        ),
        new(
            "advertise",
            KeyShape.Text,
            "Name or address by which the other nodes reach this one, with a port where it differs. Default: that of " + "'listen'.",
            static (yaml, cluster) =>
            {
                cluster.AdvertiseSpot = yaml.Spot;
                cluster.Advertise = ReadAdvertise(yaml);
            }
        ),
        new("secret", KeyShape.Ref("secretFile"), "The secret that all nodes share, such as { file: cluster.txt }.", ReadSecret),
        new(
            "members",
            KeyShape.Ref("clusterMembers"),
            "Where the list of nodes is kept: one of 'postgres', 'redis' and 'witness'.",
            static (yaml, cluster) =>
            {
                cluster.MembersSpot = yaml.Spot;
                ClusterMembersKeys.Table.Read(yaml, cluster);
            }
        ),
        new(
            "redundancy",
            KeyShape.OneOf("hot", "none"),
            "hot: clients are told of the other nodes as servers with the same values. Default " + "hot.",
            static (yaml, cluster) => cluster.IsHot = yaml.OneOf(["hot", "none"]) != "none"
        )
    );

    /// <summary>Reads the value of <c>cluster</c>.</summary>
    public static RawCluster Read(YamlReader yaml)
    {
        var cluster = new RawCluster(yaml.Spot);
        cluster.IsMapping = Table.Read(yaml, cluster);
        return cluster;
    }

    /// <summary>The name of a cluster or node at the cursor; null after a finding.</summary>
    public static string? ReadName(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a name such as plant-a") is not { } text)
            return null;
        if (text.Length <= LongestName && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.'))
            return text;
        yaml.Findings.Error(
            spot,
            $"'{yaml.Key}' is '{Excerpt.From(text)}'; write 1 to {LongestName} letters, digits, dashes, dots or underscores"
        );
        return null;
    }

    private static IPEndPoint? ReadListen(YamlReader yaml)
    {
        const string Expected = "an address of this machine and a port, such as 10.0.0.11:11111";
        var spot = yaml.Spot;
        if (yaml.Text(Expected) is not { } text)
            return null;
        if (IPEndPoint.TryParse(text, out var listen) && listen.Port > 0 && (text.Contains('.') || text.Contains('[')))
            return listen;
        yaml.Findings.Error(spot, $"'listen' is '{Excerpt.From(text)}'; write {Expected}");
        return null;
    }

    private static DnsEndPoint? ReadAdvertise(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text("a name or an address, such as edge01.plant.local") is not { } text)
            return null;
        // Port 0 stands for that of 'listen'.
        if (HostAndPort.TryParse(text, 0, out var address))
            return address;
        yaml.Findings.Error(
            spot,
            $"'advertise' is '{Excerpt.From(text)}'; write a name or an address, such as edge01.plant.local, with a port where it differs "
                + "from that of 'listen': edge01.plant.local:11111"
        );
        return null;
    }

    private static void ReadSecret(YamlReader yaml, RawCluster cluster)
    {
        var spot = yaml.Spot;
        cluster.HasSecret = true;
        if (!yaml.AtMapping)
        {
            // The text may be the secret itself, so it is not shown.
            yaml.Findings.Error(spot, "the secret must be in a file of its own; write { file: cluster.txt }");
            yaml.Skip();
            return;
        }
        var secret = new SecretText("the secret of the cluster", LongestSecret);
        SecretFileKeys.Table.Read(yaml, secret);
        if (secret.Text is { Length: < ClusterSettings.ShortestSecret })
            yaml.Findings.Error(
                spot,
                $"the secret of the cluster has fewer than {ClusterSettings.ShortestSecret} characters; make one with 'openssl rand "
                    + "-hex 32', the same on all nodes"
            );
        cluster.Secret = secret.Text;
    }
}

/// <summary>The section <c>cluster</c> as written, with locations.</summary>
internal sealed class RawCluster(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    /// <summary>False where something else was given, which is a finding.</summary>
    public bool IsMapping { get; set; }

    public string? Name { get; set; }

    public SourceLocation NameSpot { get; set; }

    public string? Node { get; set; }

    public SourceLocation NodeSpot { get; set; }

    public IPEndPoint? Listen { get; set; }

    public SourceLocation ListenSpot { get; set; }

    /// <summary>Port 0: that of <see cref="Listen"/>.</summary>
    public DnsEndPoint? Advertise { get; set; }

    public SourceLocation AdvertiseSpot { get; set; }

    public string? Secret { get; set; }

    /// <summary>True once the key was read, even a faulty one.</summary>
    public bool HasSecret { get; set; }

    public SourceLocation MembersSpot { get; set; }

    /// <summary>The store; null after a finding.</summary>
    public ClusterMembers? Members { get; set; }

    /// <summary>Number of stores given, even faulty ones; there must be one.</summary>
    public int StoreCount { get; set; }

    public bool IsHot { get; set; } = true;
}
