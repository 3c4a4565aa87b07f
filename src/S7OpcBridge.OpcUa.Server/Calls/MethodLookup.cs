using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Calls;

/// <summary>
/// Finds the method that a call means. A client may name the method of the object, or that of the object's type or of a supertype (OPC 10000-4, Table 59);
/// both are the object's own method.
/// </summary>
internal static class MethodLookup
{
    /// <summary>The object's own method; <see cref="NodeHandle.None"/>: the object has none with this id.</summary>
    public static NodeHandle Find(AddressSpaceView space, NodeHandle target, NodeId id)
    {
        if (space.Find(id) is not { Exists: true } method || space.ClassOf(method) != NodeClass.Method)
            return NodeHandle.None;
        if (Component(space, target, method, default) is { Exists: true } own)
            return own;
        for (var type = TypeOf(space, target); type.Exists; type = SupertypeOf(space, type))
        {
            if (Component(space, type, method, default).Exists)
                return Component(space, target, NodeHandle.None, space.BrowseNameOf(method));
        }

        return NodeHandle.None;
    }

    private static NodeHandle TypeOf(AddressSpaceView space, NodeHandle target) =>
        space.TypeOf(target) is { IsNull: false } type ? space.Find(type) : NodeHandle.None;

    private static NodeHandle SupertypeOf(AddressSpaceView space, NodeHandle type)
    {
        foreach (var reference in space.ReferencesOf(type))
        {
            if (!reference.IsForward && reference.Type == Ids.HasSubtype)
                return reference.Target;
        }

        return NodeHandle.None;
    }

    // The component that is the given node, or, with none given, the method of that name.
    private static NodeHandle Component(AddressSpaceView space, NodeHandle owner, NodeHandle method, QualifiedName name)
    {
        var components = space.ReferenceTypes.SetOf(Ids.HasComponent, includeSubtypes: true);
        foreach (var reference in space.ReferencesOf(owner))
        {
            if (!reference.IsForward || !space.ReferenceTypes.IsIn(reference.Type, components))
                continue;
            var isIt = method.Exists
                ? reference.Target == method
                : reference.Target.Exists
                    && space.ClassOf(reference.Target) == NodeClass.Method
                    && space.BrowseNameOf(reference.Target) == name;
            if (isIt)
                return reference.Target;
        }

        return NodeHandle.None;
    }
}
