using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Reading;

/// <summary>A job that the PLC refused as a whole.</summary>
internal readonly record struct RefusedJob(int Job, Refusal Refusal);

/// <summary>
/// The progress of one cycle: jobs still to be sent and jobs in flight. A whole cycle runs all jobs of the plan, a read-back only those that read the written
/// tags.
/// </summary>
internal sealed class ScanCycle
{
    private bool[] _toSend = [];
    private bool[] _inFlight = [];
    private int _cursor;
    private int _left;
    private int _inFlightCount;
    private int _blocked;

    /// <summary>Monotonic ticks at which it began.</summary>
    public long Began { get; private set; }

    /// <summary>Monotonic ticks at which it became a whole cycle.</summary>
    public long WholeSince { get; private set; }

    /// <summary>Monotonic ticks at which the last completed whole cycle began.</summary>
    public long LastWhole { get; private set; } = long.MinValue;

    /// <summary>Monotonic ticks at which the last completed whole cycle without a failed job began.</summary>
    public long LastClean { get; private set; } = long.MinValue;

    /// <summary>Monotonic ticks by which it should end; the class with the earliest deadline goes first.</summary>
    public long Deadline { get; private set; }

    /// <summary>True between begin and end.</summary>
    public bool IsActive { get; private set; }

    /// <summary>True: every job of the plan takes part, so that its end confirms the class.</summary>
    public bool IsWhole { get; private set; }

    public bool IsComplete => IsActive && _left == 0 && _inFlightCount == 0;

    /// <summary>True: a job may be sent. A job that is still in flight from a previous cycle may not.</summary>
    public bool CanSend => _left > _blocked;

    /// <summary>True: something was refused or not answered completely.</summary>
    public bool HasRefusals => RefusedItems.Count > 0 || RefusedJobs.Count > 0 || WasCut;

    public List<RefusedItem> RefusedItems { get; } = [];

    public List<RefusedJob> RefusedJobs { get; } = [];

    public int Answered { get; private set; }

    /// <summary>True: an answer had fewer items than its job.</summary>
    public bool WasCut { get; set; }

    /// <summary>True: every job that took part was answered completely, whatever the results of its items.</summary>
    public bool IsClean => RefusedJobs.Count == 0 && !WasCut;

    /// <summary>Adapts to a new plan; nothing may be in flight.</summary>
    public void Fit(int jobs)
    {
        (_toSend, _inFlight) = (new bool[jobs], new bool[jobs]);
        (_cursor, _left, _inFlightCount, _blocked) = (0, 0, 0, 0);
        IsActive = IsWhole = false;
    }

    public void BeginWhole(long now, long deadline)
    {
        if (!IsActive)
            Begin(now, deadline);
        (IsWhole, WholeSince) = (true, now);
        Deadline = Math.Min(Deadline, deadline);
        Array.Fill(_toSend, true);
        (_left, _cursor, _blocked) = (_toSend.Length, 0, _inFlightCount);
    }

    /// <summary>Requests one job soon, because a tag in it was written.</summary>
    public void Want(int job, long now)
    {
        if (!IsActive)
            Begin(now, now);
        Deadline = Math.Min(Deadline, now);
        if (_toSend[job])
            return;
        _toSend[job] = true;
        _left++;
        _blocked += _inFlight[job] ? 1 : 0;
    }

    /// <summary>The next job to send; -1: none may be sent now.</summary>
    public int Next()
    {
        for (var step = 0; step < _toSend.Length && _left > 0; step++)
        {
            var job = _cursor;
            _cursor = job + 1 == _toSend.Length ? 0 : job + 1;
            if (!_toSend[job] || _inFlight[job])
                continue;
            (_toSend[job], _inFlight[job]) = (false, true);
            _left--;
            _inFlightCount++;
            return job;
        }
        return -1;
    }

    public void Complete(int job, bool answered)
    {
        _inFlight[job] = false;
        _inFlightCount--;
        _blocked -= _toSend[job] ? 1 : 0;
        if (answered)
            Answered++;
    }

    public void End()
    {
        if (IsWhole)
            (LastWhole, LastClean) = (WholeSince, IsClean ? WholeSince : LastClean);
        IsActive = IsWhole = false;
    }

    private void Begin(long now, long deadline)
    {
        (Began, Deadline, Answered) = (now, deadline, 0);
        RefusedItems.Clear();
        RefusedJobs.Clear();
        WasCut = false;
        IsActive = true;
    }
}
