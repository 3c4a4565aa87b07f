using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Edits of one text that do not touch each other, so that one pass makes them all.</summary>
internal sealed class EditBatch(TextTree tree, bool isTags)
{
    private readonly EditPlanner _planner = new(tree, isTags);
    private readonly List<EditPlan> _plans = [];

    // Begins of changed pieces in their order, and the end of each.
    private readonly List<int> _starts = [];
    private readonly Dictionary<int, int> _ends = [];

    // Containers with changes, in their order.
    private readonly List<int> _containers = [];

    // Places at which entries were added to a container, each with the one change.
    private readonly HashSet<(int At, int Container)> _appended = [];
    private readonly HashSet<Entry> _changed = [];
    private readonly HashSet<(int Container, string Name)> _names = [];
    private readonly Dictionary<int, int> _left = [];
    private bool _movesItems;

    public IReadOnlyList<EditPlan> Plans => _plans;

    /// <summary>Plans an edit; false: it builds on another one, and comes in the next pass.</summary>
    /// <exception cref="EditRefusedException">It cannot be made.</exception>
    public bool TryAdd(MapEdit edit)
    {
        if (_movesItems && edit.Path.Contains("[#", StringComparison.Ordinal))
            return false;
        EditPlan plan;
        try
        {
            plan = _planner.Plan(edit);
        }
        catch (EditRefusedException) when (_plans.Count > 0)
        {
            return false;
        }
        if (plan.Changes.Count == 0)
            return !plan.Way.Any(_changed.Contains) && !HasInside(plan.Tree);
        if (_plans.Count > 0 && !IsFree(plan, edit))
            return false;
        Add(plan);
        return true;
    }

    private bool IsFree(EditPlan plan, MapEdit edit)
    {
        var isAdded = plan.Tree.Removed == 0;
        if ((isAdded ? plan.Way.SkipLast(1) : plan.Way).Any(_changed.Contains) || HasInside(plan.Tree))
            return false;
        if (isAdded && (edit.At is not null || (NameIn(plan) is { } name && _names.Contains((plan.Tree.Container, name)))))
            return false;
        // The last one to go leaves an empty list, which is written in another way.
        if (IsRemoval(plan) && LeftIn(plan.Tree.Container) <= 1)
            return false;
        return plan.Changes.All(change => !Touches(change, isAdded && plan.Changes.Count == 1 ? plan.Tree.Container : -1));
    }

    // True where one of the edits is inside what this one replaces.
    private bool HasInside(TreeChange change)
    {
        var at = _containers.BinarySearch(change.At);
        at = at < 0 ? ~at : at;
        return at < _containers.Count && _containers[at] < change.At + change.Removed;
    }

    private bool Touches(TextChange change, int container)
    {
        var at = _starts.BinarySearch(change.End);
        for (at = at < 0 ? ~at - 1 : at; at >= 0 && _ends[_starts[at]] >= change.Start; at--)
        {
            var (start, end) = (_starts[at], _ends[_starts[at]]);
            var isInserted = start == end || change.Length == 0;
            var isSamePlace = start == end && change.Length == 0 && start == change.Start;
            // Pieces may follow each other, and so may entries that are added at the same place.
            if (isInserted ? !(isSamePlace && _appended.Contains((start, container))) : start < change.End && end > change.Start)
                return true;
        }
        return false;
    }

    private void Add(EditPlan plan)
    {
        _plans.Add(plan);
        if (_containers.BinarySearch(plan.Tree.Container) is < 0 and var place)
            _containers.Insert(~place, plan.Tree.Container);
        foreach (var change in plan.Changes)
        {
            var at = _starts.BinarySearch(change.Start);
            if (at < 0)
                _starts.Insert(~at, change.Start);
            _ends[change.Start] = Math.Max(change.End, _ends.GetValueOrDefault(change.Start));
        }
        _movesItems |= plan.Tree.Removed == 0 || plan.Tree.Added.Count == 0;
        if (NameIn(plan) is { } name)
            _names.Add((plan.Tree.Container, name));
        if (IsRemoval(plan))
            _left[plan.Tree.Container] = LeftIn(plan.Tree.Container) - 1;
        if (plan.Tree.Removed == 0)
        {
            if (plan.Changes.Count == 1 && tree[plan.Tree.Container].Size > 1)
                _appended.Add((plan.Changes[0].Start, plan.Tree.Container));
            return;
        }
        _changed.Add(new Entry(plan.Tree.Container, plan.Tree.At));
        if (plan.Way is not [.., var last])
            return;
        _changed.Add(last);
        // With its name an item changes the paths that lead to it.
        if (plan.Way is [.., var item, _] && EntryFinder.NamingKey(tree, last.Container) == last.Child)
            _changed.Add(item);
    }

    private static bool IsRemoval(EditPlan plan) => plan.Tree.Added.Count == 0;

    private int LeftIn(int container) =>
        _left.TryGetValue(container, out var left) ? left : _left[container] = tree.ChildrenOf(container).Count();

    // The key that a mapping gets.
    private string? NameIn(EditPlan plan) =>
        plan.Tree.Added.Count > 0 && tree[plan.Tree.Container].Kind == NodeKind.Mapping && plan.Tree.Added[0].Kind == 's'
            ? plan.Tree.Added[0].Value
            : null;
}
