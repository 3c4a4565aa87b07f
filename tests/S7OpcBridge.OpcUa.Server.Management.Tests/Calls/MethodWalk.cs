using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Calls;

/// <summary>An object's method, with the methods of the same name that its type and the supertypes have.</summary>
internal sealed record OwnedMethod(NodeHandle Owner, NodeHandle Method, IReadOnlyList<NodeHandle> OfTypes);

/// <summary>Walks the address space from its root and finds the methods of all objects.</summary>
internal static class MethodWalk
{
    public static IReadOnlyList<OwnedMethod> Of(AddressSpaceView space)
    {
        var found = new List<OwnedMethod>();
        var seen = new HashSet<NodeHandle>();
        var left = new Queue<NodeHandle>([space.Find(Ids.RootFolder)]);
        var hierarchical = space.ReferenceTypes.SetOf(Ids.HierarchicalReferences, includeSubtypes: true);
        while (left.TryDequeue(out var node))
        {
            if (!seen.Add(node))
                continue;
            foreach (var reference in space.ReferencesOf(node))
            {
                if (!reference.IsForward || !reference.Target.Exists || !space.ReferenceTypes.IsIn(reference.Type, hierarchical))
                    continue;
                if (
                    space.ClassOf(reference.Target) == NodeClass.Method
                    && space.ClassOf(node) == NodeClass.Object
                    && !IsInType(space, node)
                )
                    found.Add(new OwnedMethod(node, reference.Target, OfTypes(space, node, space.BrowseNameOf(reference.Target))));
                left.Enqueue(reference.Target);
            }
        }

        return found;
    }

    // Objects inside types are declarations, not objects that can be called.
    private static bool IsInType(AddressSpaceView space, NodeHandle node)
    {
        var hierarchical = space.ReferenceTypes.SetOf(Ids.HierarchicalReferences, includeSubtypes: true);
        var seen = new HashSet<NodeHandle>();
        var left = new Stack<NodeHandle>([node]);
        while (left.TryPop(out var at))
        {
            if (space.ClassOf(at) is NodeClass.ObjectType or NodeClass.VariableType)
                return true;
            foreach (var reference in space.ReferencesOf(at))
            {
                if (!reference.IsForward && space.ReferenceTypes.IsIn(reference.Type, hierarchical) && seen.Add(reference.Target))
                    left.Push(reference.Target);
            }
        }

        return false;
    }

    private static List<NodeHandle> OfTypes(AddressSpaceView space, NodeHandle node, QualifiedName name)
    {
        var found = new List<NodeHandle>();
        var type = space.Find(TypeNumber.IdOf(space.TypeDefinitionOf(node)));
        while (type.Exists)
        {
            var above = NodeHandle.None;
            foreach (var reference in space.ReferencesOf(type))
            {
                if (reference is { IsForward: true, Type: Ids.HasComponent } && space.BrowseNameOf(reference.Target) == name)
                    found.Add(reference.Target);
                if (reference is { IsForward: false, Type: Ids.HasSubtype })
                    above = reference.Target;
            }

            type = above;
        }

        return found;
    }
}
