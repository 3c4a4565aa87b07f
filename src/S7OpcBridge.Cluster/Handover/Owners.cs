using System.Collections.Immutable;

namespace S7OpcBridge.Cluster.Handover;

/// <summary>Which node should have each PLC: the owner in the view without the nodes that are about to leave. Any thread.</summary>
internal sealed class Owners(Func<string, string?> pinOf, Func<IReadOnlyDictionary<string, double>?> weights)
{
    private ImmutableHashSet<string> _leaving = ImmutableHashSet.Create<string>(StringComparer.Ordinal);
    private ClusterView _view = ClusterView.None;

    /// <summary>The view of this node.</summary>
    public ClusterView View => Volatile.Read(ref _view);

    /// <summary>Nodes that have said that they leave and are still members.</summary>
    public IReadOnlyCollection<string> Leaving => _leaving;

    public void Adopt(ClusterView view)
    {
        Volatile.Write(ref _view, view);
        ImmutableInterlocked.Update(
            ref _leaving,
            static (leaving, view) => leaving.Intersect(view.Members.Select(static member => member.Node)),
            view
        );
    }

    /// <summary>A node has said that it leaves.</summary>
    public void Leaves(string node) => ImmutableInterlocked.Update(ref _leaving, static (leaving, node) => leaving.Add(node), node);

    /// <summary>A node under that name claims PLCs: it is a new one, or has changed its mind.</summary>
    public void Stays(string node) => ImmutableInterlocked.Update(ref _leaving, static (leaving, node) => leaving.Remove(node), node);

    /// <summary>The owner of a PLC; null: there are no members.</summary>
    public string? OwnerOf(string plc)
    {
        var (view, leaving) = (View, _leaving);
        if (!leaving.IsEmpty)
            view = view with { Members = view.Members.RemoveAll(member => leaving.Contains(member.Node)) };
        return PlcOwnership.OwnerOf(view, plc, pinOf(plc), weights());
    }

    public string[] Others => [.. View.Members.Where(static member => !member.IsSelf).Select(static member => member.Node)];
}
