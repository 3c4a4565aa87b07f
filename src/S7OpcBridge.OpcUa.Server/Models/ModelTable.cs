namespace S7OpcBridge.OpcUa.Server.Models;

/// <summary>The nodes and references of some models, as they are put together.</summary>
internal sealed class ModelTable
{
    /// <summary>The modelling rule of children of any number and name.</summary>
    public const uint OptionalPlaceholder = 11508;

    /// <summary>The nodes.</summary>
    public List<ModelNode> Nodes { get; } = [];

    /// <summary>The references, each forward.</summary>
    public List<(NodeId From, uint Type, NodeId To)> References { get; } = [];

    /// <summary>Adds a type below its supertype.</summary>
    public NodeId AddType(NodeClass nodeClass, NodeId id, string name, NodeId supertype, bool isAbstract)
    {
        Nodes.Add(new ModelNode(id, nodeClass, new QualifiedName(id.Namespace, name)) { IsAbstract = isAbstract });
        References.Add((supertype, Ids.HasSubtype, id));
        return id;
    }

    /// <summary>Adds an object.</summary>
    /// <param name="reference">From its parent.</param>
    /// <param name="rule">Modelling rule of a declaration; 0: it is none.</param>
    public NodeId AddObject(NodeId parent, uint reference, NodeId id, QualifiedName name, uint type, uint rule = 0)
    {
        Nodes.Add(new ModelNode(id, NodeClass.Object, name) { Type = type });
        Attach(parent, reference, id, rule);
        return id;
    }

    /// <summary>Adds a variable.</summary>
    /// <param name="reference">From its parent.</param>
    /// <param name="rule">Modelling rule of a declaration; 0: it is none.</param>
    /// <param name="value">Its value; a declaration has none.</param>
    public void AddVariable(
        NodeId parent,
        uint reference,
        NodeId id,
        QualifiedName name,
        NodeId dataType,
        uint rule,
        Variant value = default
    )
    {
        Nodes.Add(
            new ModelNode(id, NodeClass.Variable, name)
            {
                Type = reference == Ids.HasProperty ? Ids.PropertyType : Ids.BaseDataVariableType,
                DataType = dataType,
                Value = value,
            }
        );
        Attach(parent, reference, id, rule);
    }

    /// <summary>Adds the declarations of properties, each with its own modelling rule.</summary>
    public void AddProperties(NodeId type, ushort names, params ReadOnlySpan<(int Id, string Name, uint DataType, uint Rule)> properties)
    {
        foreach (var (id, name, dataType, rule) in properties)
            AddVariable(type, Ids.HasProperty, new NodeId(type.Namespace, (uint)id), new QualifiedName(names, name), dataType, rule);
    }

    private void Attach(NodeId parent, uint reference, NodeId id, uint rule)
    {
        References.Add((parent, reference, id));
        if (rule != 0)
            References.Add((id, Ids.HasModellingRule, rule));
    }
}
