using System.Collections.Frozen;

namespace S7OpcBridge.OpcUa.Server.Nodes;

/// <summary>What history adds to the nodes of variables: bits of attributes, and the reference to the object with the configuration.</summary>
internal sealed class HistoryFacts
{
    private const int HistoryRead = 4; // AccessLevel and EventNotifier have it at the same place

    private readonly FrozenDictionary<string, NodeHandle> _nodes;

    public HistoryFacts(HistorySource source, AddressSpaceView view)
    {
        Source = source;
        _nodes = source.Configurations.ToFrozenDictionary(c => c.Name, c => view.Find(IdOf(c)));
    }

    public HistorySource Source { get; }

    /// <summary>True if events are stored.</summary>
    public bool HasEvents => Source.ReadEvents is not null;

    /// <summary>The id of the object with a configuration.</summary>
    public static NodeId IdOf(HistoryConfiguration configuration) => new(1, $"History/{configuration.Name}");

    /// <summary>How the history of a variable is kept; null: it has none.</summary>
    public HistoryConfiguration? ConfigurationOf(int variable) => variable < 0 ? null : Source.ConfigurationOf(variable);

    /// <summary>The object with the configuration of a variable; <see cref="NodeHandle.None"/>: it has no history.</summary>
    public NodeHandle NodeOf(int variable) =>
        ConfigurationOf(variable) is { } own && _nodes.TryGetValue(own.Name, out var node) ? node : NodeHandle.None;

    /// <summary>The value of an attribute with what history adds to it.</summary>
    public Variant Added(int variable, AttributeId attribute, in Variant value)
    {
        switch (attribute)
        {
            case AttributeId.EventNotifier when HasEvents && (value.Bits & 1) != 0:
            case AttributeId.AccessLevel
            or AttributeId.UserAccessLevel
            or AttributeId.AccessLevelEx when ConfigurationOf(variable) is not null:
                return new Variant(value.Type, value.Bits | HistoryRead);
            case AttributeId.Historizing when ConfigurationOf(variable) is not null:
                return Variant.From(Source.IsCollecting(variable));
            default:
                return value;
        }
    }
}
