using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Reading;

/// <summary>
/// Makes plans on another thread, because planning a large PLC may take a second and the read lane shares its thread with other PLCs. One plan is made at a
/// time. The read lane continues with the old plan and is woken when the new one is ready.
/// </summary>
/// <param name="spans">All classes of the PLC.</param>
/// <param name="wakeup">Woken when plans are ready.</param>
/// <param name="elsewhere">Runs work on another thread, for example <see cref="Task.Run(Action)"/>.</param>
internal sealed class PlanMaker(ClassSpan[] spans, AsyncWakeup wakeup, Func<Action, Task> elsewhere)
{
    private PlanResult? _made;
    private int[] _concerned = [];

    /// <summary>True: plans are being made, or are ready to be taken.</summary>
    public bool IsBusy { get; private set; }

    /// <summary>True: this class gets a new plan from the current run.</summary>
    public bool IsMaking(int scan) => IsBusy && Array.IndexOf(_concerned, scan) >= 0;

    /// <summary>Starts planning some classes together. Classes that carry each other's tags must be among them.</summary>
    /// <param name="concerned">Indexes of the classes, ascending.</param>
    /// <param name="slots">The current slots of all classes; copied, because the lane goes on changing them.</param>
    /// <param name="planner">The planner with the limits of the link.</param>
    public void Begin(int[] concerned, TagSlot[] slots, LinkPlanner planner)
    {
        (IsBusy, _concerned) = (true, concerned);
        var still = (TagSlot[])slots.Clone();
        // The task reports through the wakeup and never throws.
        _ = elsewhere(() => Make(concerned, still, planner));
    }

    /// <summary>Returns the plans in the order of the requested classes; false: not ready yet.</summary>
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
