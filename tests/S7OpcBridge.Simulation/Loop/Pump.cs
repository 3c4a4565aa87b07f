namespace S7OpcBridge.Simulation.Loop;

/// <summary>
/// Plays a run on the only worker of the thread pool: what the pool has to do first, then one event of the loop, and so on. The order of all that runs thus
/// depends on the seed alone.
/// </summary>
internal sealed class Pump : IThreadPoolWorkItem
{
    private readonly SimulatedLoop _loop;
    private readonly Task _play;
    private readonly Func<bool> _isOver;
    private readonly TaskCompletionSource<string?> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private Pump(SimulatedLoop loop, Task play, Func<bool> isOver) => (_loop, _play, _isOver) = (loop, play, isOver);

    /// <summary>Runs until the play has ended, or must not go on. Returns what went wrong with the running itself; null: nothing.</summary>
    public static Task<string?> RunAsync(SimulatedLoop loop, Func<Task> play, Func<bool> isOver)
    {
        ThreadPool.GetMaxThreads(out var workers, out _);
        if (workers != 1)
            throw new InvalidOperationException("A run needs a thread pool of one worker, as this program makes it.");
        var pump = new Pump(loop, Task.Run(play), isOver);
        ThreadPool.UnsafeQueueUserWorkItem(pump, preferLocal: false);
        return pump._ended.Task;
    }

    public void Execute()
    {
        try
        {
            while (ThreadPool.PendingWorkItemCount == 0)
            {
                if (_play.IsCompleted || _isOver())
                {
                    _ended.SetResult(_play.IsFaulted ? $"The run itself failed: {_play.Exception}" : null);
                    return;
                }
                if (_loop.Step())
                    continue;
                _ended.SetResult("Nothing will ever happen again, and somebody still waits.");
                return;
            }
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        }
        catch (Exception e)
        {
            _ended.SetResult($"An exception has left an event of the loop: {e}");
        }
    }
}
