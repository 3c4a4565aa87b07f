using System.Collections.Immutable;

namespace S7OpcBridge.Map;

/// <summary>When values are published.</summary>
/// <param name="Interval">Time between two messages of a writer; with <paramref name="OnChange"/> the least.</param>
/// <param name="OnChange">True: as soon as a value has changed; false: at the interval, with what has changed.</param>
/// <param name="KeyFrame">Every how many messages all values are sent, 1 to 65535; 1: always. Without meaning for <see cref="MqttFormat.Value"/>.</param>
public sealed record MqttRate(TimeSpan Interval, bool OnChange, int KeyFrame)
{
    /// <summary>Where the map sets nothing: a message every second.</summary>
    public static readonly TimeSpan DefaultInterval = TimeSpan.FromSeconds(1);

    /// <summary>Where the map sets nothing: all values every 60 messages.</summary>
    public const int DefaultKeyFrame = 60;
}

/// <summary>A rule of <c>tags</c>.</summary>
/// <param name="Pattern">The tags that it applies to.</param>
/// <param name="IsIncluded">True: they are published; false: not.</param>
/// <param name="Publish">When they are; null: as the entry says.</param>
public sealed record MqttTagRule(TagGlob Pattern, bool IsIncluded, MqttRate? Publish = null);

/// <summary>What is kept while a broker is away: the oldest is lost first.</summary>
/// <param name="Values">Most values.</param>
/// <param name="Folder">Full path of the folder of the journal, of this entry alone.</param>
/// <param name="Keep">How long a value is kept.</param>
public sealed record MqttBuffer(int Values, string Folder, TimeSpan Keep)
{
    /// <summary>Values where the map sets no number.</summary>
    public const int DefaultValues = 1_000_000;

    /// <summary>Name of the folder where the map gives none, in the state folder or beside the map.</summary>
    public const string DefaultFile = "mqtt-buffer";

    /// <summary>How long where the map sets no time.</summary>
    public static readonly TimeSpan DefaultKeep = TimeSpan.FromHours(24);
}

/// <summary>Writes by messages.</summary>
/// <param name="Allow">The tags that may be written, of those that the map makes writable.</param>
/// <param name="User">The user of the map whose rights the messages have; null: those of an Operator.</param>
/// <param name="Topic">The topics of the commands.</param>
public sealed record MqttCommands(ImmutableArray<TagGlob> Allow, string? User, MqttTopicTemplate Topic)
{
    /// <summary>True for the path of a tag, with its PLC, that may be written.</summary>
    public bool Allows(string path)
    {
        foreach (var pattern in Allow)
        {
            if (pattern.Matches(path))
                return true;
        }
        return false;
    }

    /// <inheritdoc/>
    public override string ToString() => $"{string.Join(", ", Allow)} as {User} on {Topic}";
}

/// <summary>Who an entry is to hosts of Sparkplug B.</summary>
/// <param name="Group">The group.</param>
/// <param name="Node">The edge node, unique in the group; in a cluster with the name of the node.</param>
/// <param name="Host">The primary host; null: none is waited for.</param>
public sealed record MqttSparkplug(string Group, string Node, string? Host)
{
    /// <summary>First level of all topics.</summary>
    public const string Namespace = "spBv1.0";

    /// <summary>The topic of commands to the edge node.</summary>
    public string NodeCommands => $"{Namespace}/{Group}/NCMD/{Node}";

    /// <summary>The topics of messages of a type of all devices, as a template.</summary>
    internal string DeviceTopic(string type) => $"{Namespace}/{Group}/{type}/{Node}/{{plc}}";
}

/// <summary>Where and how a tag is published.</summary>
/// <param name="Topic">Topic of its data. Tags with the same topic are one dataset.</param>
/// <param name="WriterGroup">Name of the WriterGroup.</param>
/// <param name="Writer">Name of the DataSetWriter.</param>
/// <param name="Field">Name of the field in the dataset.</param>
/// <param name="Rate">When it is published.</param>
public sealed record MqttPlace(string Topic, string WriterGroup, string Writer, string Field, MqttRate Rate);
