namespace S7OpcBridge.S7.Jobs;

/// <summary>An intrusive FIFO queue: the jobs themselves are the list nodes, so that nothing is allocated.</summary>
internal struct JobFifo
{
    private S7Job? _first;
    private S7Job? _last;

    public readonly bool IsEmpty => _first is null;

    public void Add(S7Job job)
    {
        job.Next = null;
        if (_last is null)
            _first = job;
        else
            _last.Next = job;
        _last = job;
    }

    public S7Job? Take()
    {
        var job = _first;
        if (job is null)
            return null;
        _first = job.Next;
        job.Next = null;
        if (_first is null)
            _last = null;
        return job;
    }

    /// <summary>Removes a job from the middle. A linear search is sufficient, because only cancellations need it.</summary>
    public bool Remove(S7Job job)
    {
        S7Job? before = null;
        for (var at = _first; at is not null; before = at, at = at.Next)
        {
            if (at != job)
                continue;
            if (before is null)
                _first = job.Next;
            else
                before.Next = job.Next;
            if (_last == job)
                _last = before;
            job.Next = null;
            return true;
        }
        return false;
    }
}
