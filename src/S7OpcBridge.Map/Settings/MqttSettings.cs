using System.Collections.Immutable;
using S7OpcBridge.Core;

namespace S7OpcBridge.Map;

/// <summary>An entry of <c>mqtt</c>: one connection to a broker, and the tags that are published over it. Immutable.</summary>
public sealed record MqttSettings
{
    /// <summary>Entries that a map may have.</summary>
    public const int Most = 16;

    /// <summary>Ports where the URL of a broker names none: without and with TLS.</summary>
    public const int DefaultPort = 1883,
        DefaultTlsPort = 8883;

    /// <summary>First level of the topics of OPC UA PubSub where the map sets none (10000-14, 7.3.4.7.1).</summary>
    public const string DefaultTopicPrefix = "opcua";

    /// <summary>Time without the backlog after a reconnect where the map sets none: subscribers reconnect meanwhile.</summary>
    public static readonly TimeSpan DefaultSettle = TimeSpan.FromSeconds(5);

    /// <summary>The words of the map for each <see cref="MqttFormat"/>, by its number.</summary>
    internal static readonly ImmutableArray<string> Formats = ["pubsub-json", "pubsub-uadp", "value", "sparkplug"];

    /// <summary>Name of the entry, unique in the map; the server's name where the map gives none.</summary>
    public required string Name { get; init; }

    /// <summary>PublisherId of OPC UA PubSub: the name, in a cluster with that of the node. It fits one level of a topic.</summary>
    public required string PublisherId { get; init; }

    /// <summary>Client id; the PublisherId where the map gives none, in a cluster always with the name of the node.</summary>
    public required string ClientId { get; init; }

    /// <summary>The broker: mqtt:// or mqtts://, host and port.</summary>
    public required Uri Broker { get; init; }

    /// <summary>User name at the broker; null: none.</summary>
    public string? User { get; init; }

    /// <summary>Password of the user, a secret; null: none.</summary>
    public string? Password { get; init; }

    /// <summary>The certificate that the bridge shows to the broker; null: none.</summary>
    public MqttCertificate? Certificate { get; init; }

    /// <summary>Which certificates of the broker are accepted.</summary>
    public MqttTrust Trust { get; init; } = MqttTrust.System;

    /// <summary>True: a password may be sent without TLS beyond this machine.</summary>
    public bool AllowInsecure { get; init; }

    /// <summary>The form of the messages.</summary>
    public MqttFormat Format { get; init; }

    /// <summary>The form of a value in a message.</summary>
    public MqttFields Fields { get; init; }

    /// <summary>The topics of the data.</summary>
    public required MqttTopicTemplate Topic { get; init; }

    /// <summary>Who the bridge is to hosts of Sparkplug; null: another format.</summary>
    public MqttSparkplug? Sparkplug { get; init; }

    /// <summary>First level or levels of all other topics of OPC UA PubSub, without a slash at its ends.</summary>
    public string TopicPrefix { get; init; } = DefaultTopicPrefix;

    /// <summary>When is published, unless a rule of <see cref="Tags"/> says otherwise.</summary>
    public required MqttRate Publish { get; init; }

    /// <summary>Which tags are published; the last rule that matches decides. Empty: all.</summary>
    public ImmutableArray<MqttTagRule> Tags { get; init; } = [];

    /// <summary>What is kept while the broker is away.</summary>
    public required MqttBuffer Buffer { get; init; }

    /// <summary>True: the broker keeps the last message of each topic with data for later subscribers.</summary>
    public bool Retain { get; init; }

    /// <summary>Quality of service, 0 to 2.</summary>
    public int Qos { get; init; } = 1;

    /// <summary>Time between a reconnect and the messages of the backlog, 0 to 60 s.</summary>
    public TimeSpan Settle { get; init; } = DefaultSettle;

    /// <summary>Writes by topic; null: none.</summary>
    public MqttCommands? Commands { get; init; }

    /// <summary>Name of the server, for <c>{server}</c> in topics.</summary>
    public required string Server { get; init; }

    /// <summary>True: the connection is encrypted.</summary>
    public bool HasTls => Broker.Scheme == "mqtts";

    /// <summary>The broker's port.</summary>
    public int Port => Broker.Port;

    /// <summary>True: the broker is on this machine.</summary>
    public bool IsLocal => Loopback.IsHost(Broker.Host);

    /// <summary>The broker as the map writes it, without user and password.</summary>
    public string BrokerText => $"{Broker.Scheme}://{Broker.Host}:{Port}";

    /// <summary>Where and how a tag is published.</summary>
    /// <param name="map">The map of the tag.</param>
    /// <param name="tag">The tag, also one that was found in the CPU.</param>
    /// <returns>Null: it is not published.</returns>
    public MqttPlace? PlaceOf(TagMap map, Tag tag)
    {
        if (tag.IsGone || (tag.Access & TagAccess.Read) == 0)
            return null;
        return RateOf(map.PathOf(tag)) is { } rate ? Topic.PlaceOf(PartsOf(map, tag), rate) : null;
    }

    /// <summary>The topic on which a tag can be written.</summary>
    /// <returns>Null: it cannot be written by a message.</returns>
    public string? CommandTopicOf(TagMap map, Tag tag)
    {
        if (Commands is null || tag.IsGone || (tag.Access & TagAccess.Write) == 0)
            return null;
        // Of Sparkplug all tags of a device share one topic.
        return Commands.Allows(map.PathOf(tag)) ? Commands.Topic.TopicOf(PartsOf(map, tag)) : null;
    }

    private MqttTopicParts PartsOf(TagMap map, Tag tag) =>
        new(map.Plcs[tag.Plc].Name, tag.Path, map.ScanGroups[tag.ScanGroup].Name, Server);

    /// <summary>When the tag of a path is published; null: never.</summary>
    /// <param name="path">PLC and path of the tag.</param>
    private MqttRate? RateOf(string path)
    {
        // The last rule that matches decides; a list that begins with an exclusion excludes from all tags.
        for (var i = Tags.Length - 1; i >= 0; i--)
        {
            if (Tags[i].Pattern.Matches(path))
                return Tags[i].IsIncluded ? Tags[i].Publish ?? Publish : null;
        }
        return Tags.Length == 0 || !Tags[0].IsIncluded ? Publish : null;
    }

    /// <summary>All settings on one line without the password, to tell changes.</summary>
    public override string ToString() =>
        $"{Name} at {BrokerText} as {ClientId}{(User is null ? "" : $", user {User}")}, {Certificate} {Trust} {AllowInsecure} {Format} {Fields} {Topic} "
        + $"{Sparkplug} {TopicPrefix} {Publish} [{string.Join(", ", Tags)}] {Buffer} {Retain} {Qos} {Settle} {Commands} {PublisherId} {Server}";

    /// <summary>True for equal settings with the same password.</summary>
    public bool Equals(MqttSettings? other) => other is not null && ToString() == other.ToString() && Password == other.Password;

    /// <inheritdoc/>
    public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);
}

/// <summary>The form in which values are published.</summary>
public enum MqttFormat : byte
{
    /// <summary>OPC UA PubSub, JSON (10000-14, layout JSON-DataSetMessage).</summary>
    PubSubJson,

    /// <summary>OPC UA PubSub, binary (10000-14, layout UADP-Periodic-Fixed).</summary>
    PubSubUadp,

    /// <summary>A message of its own for each value.</summary>
    Value,

    /// <summary>Sparkplug B 3.0.</summary>
    Sparkplug,
}

/// <summary>The form of a value in a message.</summary>
public enum MqttFields : byte
{
    /// <summary>The plain value; of OPC UA PubSub a bad one is null or its status.</summary>
    Values,

    /// <summary>Value, quality and time.</summary>
    ValuesAndStatus,

    /// <summary>OPC UA PubSub in JSON: each value with its type.</summary>
    Typed,

    /// <summary>Format <c>value</c>: only the number or text, without time and braces.</summary>
    Bare,
}

/// <summary>The certificate that the bridge shows to a broker.</summary>
/// <param name="File">Full path of the certificate in PEM, with or without the chain above it; null: the bridge's own of OPC UA.</param>
/// <param name="Key">Full path of its private key in PEM.</param>
public sealed record MqttCertificate(string? File, string? Key);

/// <summary>Which certificates of a broker are accepted.</summary>
/// <param name="Kind">Whose certificates.</param>
/// <param name="File">Full path of the CA's certificates in PEM, of <see cref="MqttTrustKind.File"/>.</param>
public sealed record MqttTrust(MqttTrustKind Kind, string? File = null)
{
    /// <summary>Those of the machine's CAs.</summary>
    public static readonly MqttTrust System = new(MqttTrustKind.System);
}

/// <summary>Kinds of <see cref="MqttTrust"/>.</summary>
public enum MqttTrustKind : byte
{
    /// <summary>Issued by a CA that the machine trusts.</summary>
    System,

    /// <summary>In the certificate store <c>trusted</c> of the bridge, or issued by one there.</summary>
    Stores,

    /// <summary>Issued by a CA of a file.</summary>
    File,
}
