namespace S7OpcBridge.OpcUa.Server.PubSub;

/// <summary>A connection, group, writer or data set, which has nodes.</summary>
/// <param name="Members">Its nodes.</param>
/// <param name="Id">Text of the id of its first node.</param>
/// <param name="Name">Its name.</param>
/// <param name="Connection">The connection that it belongs to.</param>
/// <param name="Group">The group that it belongs to; null for a connection.</param>
/// <param name="Writer">The writer that it is or belongs to; null for a connection and a group.</param>
internal sealed record PubSubItem(
    PubSubMember[] Members,
    string Id,
    string Name,
    PubSubConnectionDescription Connection,
    WriterGroupDescription? Group = null,
    DataSetWriterDescription? Writer = null
)
{
    private ExtensionObject? _metaData;

    /// <summary>References to other items.</summary>
    public List<NodeReference> Links { get; } = [];

    /// <summary>Metadata of the data set; always the same object, so that a monitored item does not take it for a change.</summary>
    public ExtensionObject MetaData => _metaData ??= ExtensionObject.From(new DataSetMetaData(Writer!.DataSet));

    /// <summary>The state of what belongs to a connection: it waits as long as that does not work (OPC 10000-14, 6.2.1).</summary>
    public PubSubState State =>
        Group is null ? Connection.State()
        : Connection.State() == PubSubState.Operational ? PubSubState.Operational
        : PubSubState.Paused;
}
