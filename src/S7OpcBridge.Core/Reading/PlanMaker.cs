using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Makes plans on another thread, since a large PLC takes a second and the read lane shares its thread with others. One plan is made at a time; the read lane
/// is woken when it is there, and reads on by the old plan meanwhile.
/// </summary>
/// <param name="spans">All classes of the PLC.</param>
/// <param name="wakeup">Woken when plans are there.</param>
/// <param name="elsewhere">Runs work on another thread: <see cref="Task.Run(Action)"/>.</param>
internal sealed class PlanMaker(ClassSpan[] spans, AsyncWakeup wakeup, Func<Action, Task> elsewhere)
{
    private PlanResult? _made;
    private int[] _concerned = [];

    /// <summary>True: plans are being made, or wait to be taken.</summary>
    public bool IsBusy { get; private set; }

    /// <summary>True: this class gets another plan from the making that is under way.</summary>
    public bool IsMaking(int scan) => IsBusy && Array.IndexOf(_concerned, scan) >= 0;

    /// <summary>Begins to plan some classes together; what they ride in and carry must be among them.</summary>
    /// <param name="concerned">Their places among the classes of the PLC, rising.</param>
    /// <param name="slots">The slots of all classes, as they are now; copied, because the lane goes on changing them.</param>
    /// <param name="planner">What the link and the PLC take.</param>
    public void Begin(int[] concerned, TagSlot[] slots, LinkPlanner planner)
    {
        (IsBusy, _concerned) = (true, concerned);
        var still = (TagSlot[])slots.Clone();
        // It reports through the wakeup and throws nothing.
        _ = elsewhere(() => Make(concerned, still, planner));
    }

    /// <summary>The plans, in the order of the classes that were asked for; false: not yet.</summary>
    public bool TryTake(out int[] concerned, out ScanPlan[] plans)
    {
        (concerned, plans) = (_concerned, []);
        if (Interlocked.Exchange(ref _made, null) is not { } made)
            return false;
        IsBusy = false;
        plans = made.Plans ?? throw new InvalidOperationException("The read plan could not be made.", made.Fault);
        return true;
    }

    private void Make(int[] concerned, TagSlot[] slots, LinkPlanner planner)
    {
        PlanResult made;
        try
        {
            made = new PlanResult(planner.Plan(spans, concerned, slots), null);
        }
        catch (Exception e)
        {
            made = new PlanResult(null, e);
        }
        Volatile.Write(ref _made, made);
        wakeup.Wake();
    }

    private sealed record PlanResult(ScanPlan[]? Plans, Exception? Fault);
}
