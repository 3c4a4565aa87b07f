using System.Runtime.CompilerServices;

namespace S7OpcBridge.IsoOnTcp.Jobs;

/// <summary>An intrusive FIFO queue: the jobs themselves are the list nodes, so that nothing is allocated.</summary>
/// <typeparam name="T">The jobs of one protocol: only they come in, so what comes out needs no check of its type.</typeparam>
internal struct JobFifo<T>
    where T : PlcJob
{
    private PlcJob? _first;
    private PlcJob? _last;

    public readonly bool IsEmpty => _first is null;

    public readonly T? First => Unsafe.As<T>(_first);

    /// <summary>The job behind another one of the same list; null: it is the last.</summary>
    public static T? After(T job) => Unsafe.As<T>(job.Next);

    public void Add(T job)
    {
        job.Next = null;
        if (_last is null)
            _first = job;
        else
            _last.Next = job;
        _last = job;
    }

    public T? Dequeue()
    {
        var job = _first;
        if (job is null)
            return null;
        _first = job.Next;
        job.Next = null;
        if (_first is null)
            _last = null;
        return Unsafe.As<T>(job);
    }

    /// <summary>Removes a job from the middle, by a linear search: few are in flight, and waiting ones leave in order unless they are cancelled.</summary>
    public bool Remove(T job)
    {
        PlcJob? before = null;
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
