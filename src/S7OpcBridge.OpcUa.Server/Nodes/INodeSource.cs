namespace S7OpcBridge.OpcUa.Server;

/// <summary>A node: which source it belongs to, and its dense index there.</summary>
/// <param name="Source">Index of the source in the address space; -1: no node.</param>
/// <param name="Index">Index within the source.</param>
public readonly record struct NodeHandle(int Source, int Index)
{
    /// <summary>No node.</summary>
    public static readonly NodeHandle None = new(-1, -1);

    private const int OwnSource = -2;

    /// <summary>True for a node.</summary>
    public bool Exists => Source >= 0;

    /// <summary>True for a handle made by <see cref="Own"/>.</summary>
    internal bool IsOwn => Source == OwnSource;

    /// <summary>A node of the source that returns it: the address space fills in the index of the source. Namespace 0 is always source 0.</summary>
    public static NodeHandle Own(int index) => new(OwnSource, index);
}

/// <summary>A reference as seen from one of its two nodes.</summary>
/// <param name="Type">The reference type (<see cref="TypeNumber"/>).</param>
/// <param name="IsForward">True when the node is the source of the reference.</param>
/// <param name="Target">The other node.</param>
public readonly record struct NodeReference(uint Type, bool IsForward, NodeHandle Target);

/// <summary>
/// A part of the address space: namespace 0, the tags. A source answers from flat tables by dense index and has no object per node. Its answers for an
/// index never change while it is in the address space; a reload replaces the source. Every member may be called from any thread.
/// </summary>
public interface INodeSource
{
    /// <summary>The index of a node; -1: not here.</summary>
    int Find(in NodeIdView id);

    /// <summary>The node's id.</summary>
    NodeId IdOf(int node);

    /// <summary>The node's class.</summary>
    NodeClass ClassOf(int node);

    /// <summary>The node's browse name.</summary>
    QualifiedName BrowseNameOf(int node);

    /// <summary>The node's display name.</summary>
    LocalizedText DisplayNameOf(int node);

    /// <summary>The type definition of an object or variable (<see cref="TypeNumber"/>); 0: none.</summary>
    uint TypeDefinitionOf(int node);

    /// <summary>
    /// Index of the variable in the <see cref="VariableTable"/> that holds this node's Value with status and times; -1 where <see cref="Read"/> answers
    /// the Value attribute itself.
    /// </summary>
    int VariableOf(int node);

    /// <summary>
    /// The node whose <see cref="VariableOf"/> is that variable; -1: none here, or not known. Monitored items store a node only if it is another one.
    /// </summary>
    int NodeOf(int variable) => -1;

    /// <summary>Reads an attribute other than the value of a table variable. BadAttributeIdInvalid where the node has no such attribute.</summary>
    StatusCode Read(int node, AttributeId attribute, out Variant value);

    /// <summary>
    /// References of a node in a fixed order, from the ordinal <paramref name="skip"/> on: fills the span and returns how many; 0: no more. So a
    /// continuation point is one number. HasTypeDefinition is not among them (but for namespace 0): the address space adds it from
    /// <see cref="TypeDefinitionOf"/>.
    /// </summary>
    int References(int node, int skip, Span<NodeReference> destination);

    /// <summary>What roles may do with the node; null: the permissions of the server's options. Many nodes share one set.</summary>
    PermissionSet? PermissionsOf(int node) => null;

    /// <summary>True for a variable about the caller itself: the caller may read it, whatever its permissions are.</summary>
    bool IsAboutCaller(int node, UaCaller caller) => false;

    /// <summary>
    /// The part of a variable's value that is about a caller who may not read all of it; the null variant: none. For Read only; monitored items are denied.
    /// </summary>
    Variant PartOf(int node, UaCaller caller) => default;

    /// <summary>Finds a node of the replaced source in this one. Called once per monitored item when this source replaces another.</summary>
    NodeMove MoveOf(INodeSource before, int node) => new(Find(NodeIdView.From(before.IdOf(node))));

    /// <summary>
    /// References that this source adds to nodes of other sources (for example Objects organizes a PLC); read once. The address space shows each in both
    /// directions.
    /// </summary>
    IReadOnlyList<(NodeId From, NodeReference Reference)> ExternalReferences { get; }

    /// <summary>
    /// Forward references that this source adds between two nodes of other sources; read once. One with a node that does not exist is left out.
    /// </summary>
    IEnumerable<(NodeId From, uint Type, NodeId To)> ForeignReferences => [];
}

/// <summary>Where a node is after its source was replaced.</summary>
/// <param name="Index">Its index in the new source; -1: it does not exist any more.</param>
/// <param name="SemanticsChanged">True: the meaning of its value has changed (EURange, EngineeringUnits and the like); clients have to read its properties
/// again.</param>
public readonly record struct NodeMove(int Index, bool SemanticsChanged = false);
