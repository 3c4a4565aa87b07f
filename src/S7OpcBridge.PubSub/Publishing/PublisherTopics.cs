namespace S7OpcBridge.PubSub.Publishing;

/// <summary>The topics of a publisher other than those of its data (OPC 10000-14, 7.3.4.7).</summary>
/// <param name="prefix">First levels, for example <c>opcua</c>.</param>
/// <param name="encoding"><c>json</c> or <c>uadp</c>.</param>
/// <param name="publisherId">Identifies the publisher at the broker.</param>
internal sealed class PublisherTopics(string prefix, string encoding, string publisherId)
{
    /// <summary>State of the publisher.</summary>
    public string Status { get; } = $"{prefix}/{encoding}/status/{Level(publisherId)}";

    /// <summary>Configuration of the publisher.</summary>
    public string Connection { get; } = $"{prefix}/{encoding}/connection/{Level(publisherId)}";

    /// <summary>Description of the application.</summary>
    public string Application { get; } = $"{prefix}/{encoding}/application/{Level(publisherId)}";

    /// <summary>Endpoints of its OPC UA server.</summary>
    public string Endpoints { get; } = $"{prefix}/{encoding}/endpoints/{Level(publisherId)}";

    /// <summary>Metadata of a writer.</summary>
    public string MetaData(string group, string writer) =>
        $"{prefix}/{encoding}/metadata/{Level(publisherId)}/{Level(group)}/{Level(writer)}";

    /// <summary>Topic filters of all that a broker may have retained of this publisher.</summary>
    public IReadOnlyList<string> OwnFilters =>
        [Status, Connection, Application, Endpoints, $"{prefix}/{encoding}/metadata/{Level(publisherId)}/#"];

    // A name as one level of a topic.
    private static string Level(string name) =>
        name.AsSpan().IndexOfAny("+#/\0") < 0 && !name.Any(char.IsControl)
            ? name
            : string.Concat(name.Select(static letter => letter is '+' or '#' or '/' || char.IsControl(letter) ? '_' : letter));
}
