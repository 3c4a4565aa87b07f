namespace S7OpcBridge.PubSub;

/// <summary>Who a publisher is to hosts of Sparkplug B (3.0).</summary>
/// <param name="Group">The group, one level of a topic.</param>
/// <param name="Node">The edge node, unique in its group; one level of a topic.</param>
/// <param name="Host">The primary host: without it nothing is published, what changes meanwhile waits. Null: hosts do not matter.</param>
public sealed record SparkplugOptions(string Group, string Node, string? Host)
{
    /// <summary>Births and deaths of the edge node, and commands to it.</summary>
    internal string NodeTopic(string type) => $"spBv1.0/{Group}/{type}/{Node}";

    /// <summary>Births, deaths and data of a device, and commands to it.</summary>
    internal string DeviceTopic(string type, string device) => $"spBv1.0/{Group}/{type}/{Node}/{device}";

    /// <summary>Where the primary host says whether it is there; null: there is none.</summary>
    internal string? StateTopic => Host is null ? null : $"spBv1.0/STATE/{Host}";
}
