namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>Finds the nodes that a server does not have: the given optional nodes, and nodes that belong to no other node than these.</summary>
internal static class ExcludedNodes
{
    public static bool[] Find(NodeTable nodes, ReadOnlySpan<uint> roots)
    {
        var leftOut = new bool[nodes.Count];
        if (roots.IsEmpty)
            return leftOut;
        var all = new ReferenceTable(nodes, leftOut);
        foreach (var root in roots)
            LeaveOut(all, leftOut, nodes.IndexOf(root));
        return leftOut;
    }

    private static void LeaveOut(ReferenceTable references, bool[] leftOut, int node)
    {
        leftOut[node] = true;
        for (var i = 0; i < references.CountOf(node); i++)
        {
            var (type, isForward, part) = references.At(node, i);
            if (isForward && IsOwnership(type) && !leftOut[part] && !HasOtherOwner(references, leftOut, part))
                LeaveOut(references, leftOut, part);
        }
    }

    private static bool HasOtherOwner(ReferenceTable references, bool[] leftOut, int node)
    {
        for (var i = 0; i < references.CountOf(node); i++)
        {
            var (type, isForward, owner) = references.At(node, i);
            if (!isForward && IsOwnership(type) && !leftOut[owner])
                return true;
        }

        return false;
    }

    private static bool IsOwnership(uint type) => type is Ids.HasComponent or Ids.HasProperty or Ids.Organizes;
}
