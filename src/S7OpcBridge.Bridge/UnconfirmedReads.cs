using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>Lets reads with a MaxAge wait for the pending read-back of a written tag; see <see cref="WrittenVariables"/>.</summary>
internal sealed class UnconfirmedReads(Acquisition acquisition, ServedNodes served)
{
    /// <summary>True for a tag that was written and not read back yet, and for a structure with such a member.</summary>
    public bool IsUnconfirmed(int variable)
    {
        if (!acquisition.AnyUnconfirmed)
            return false;
        var (first, count) = TagsOf(variable);
        for (var tag = first; tag < first + count; tag++)
        {
            if (acquisition.IsUnconfirmed(tag))
                return true;
        }
        return false;
    }

    /// <summary>See <see cref="FreshReadHandler"/>.</summary>
    public async ValueTask WaitAsync(IReadOnlyList<int> variables, CancellationToken cancellationToken)
    {
        var waits = new List<Task>();
        foreach (var variable in variables)
        {
            var (first, count) = TagsOf(variable);
            for (var tag = first; tag < first + count; tag++)
                waits.Add(acquisition.ReadBackAsync(tag, cancellationToken));
        }
        await Task.WhenAll(waits).ConfigureAwait(false);
    }

    /// <summary>The tags of a variable: one tag, or the members of a structure; none for other variables.</summary>
    private (int First, int Count) TagsOf(int variable)
    {
        var nodes = served.Current.Structures;
        if (variable < nodes.Map.Tags.Length && !nodes.Map.Tags[variable].IsGone)
            return (variable, 1);
        return nodes.StructureOf(variable) is >= 0 and var index
            ? (nodes.Map.Structures[index].FirstTag, nodes.Map.Structures[index].TagCount)
            : (0, 0);
    }
}
