namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>An intrusive FIFO queue: the jobs themselves are the list nodes.</summary>
internal struct JobFifo
{
    private S7PlusJob? _first;
    private S7PlusJob? _last;

    public readonly bool IsEmpty => _first is null;

    public readonly S7PlusJob? First => _first;

    public void Add(S7PlusJob job)
    {
        job.Next = null;
        if (_last is null)
            _first = job;
        else
            _last.Next = job;
        _last = job;
    }

    public S7PlusJob? Take()
    {
        var job = _first;
        if (job is not null)
            Remove(job);
        return job;
    }

    public bool Remove(S7PlusJob job)
    {
        S7PlusJob? before = null;
        for (var each = _first; each is not null; before = each, each = each.Next)
        {
            if (each != job)
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
