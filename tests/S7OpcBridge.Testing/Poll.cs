namespace S7OpcBridge.Testing;

/// <summary>Waits for what nobody announces, by looking again and again until it is so. A test that waits in vain is ended by its own time limit.</summary>
public static class Poll
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    /// <summary>Waits until a condition holds.</summary>
    /// <exception cref="OperationCanceledException">It did not in time.</exception>
    public static async Task UntilAsync(Func<bool> holds, CancellationToken cancellationToken)
    {
        while (!holds())
            await AgainAsync(cancellationToken);
    }

    /// <summary>Asks until an answer fits, and gives it.</summary>
    /// <exception cref="OperationCanceledException">None did in time.</exception>
    public static async Task<T> UntilAsync<T>(Func<Task<T>> ask, Func<T, bool> fits, CancellationToken cancellationToken)
    {
        while (true)
        {
            var answer = await ask();
            if (fits(answer))
                return answer;
            await AgainAsync(cancellationToken);
        }
    }

    /// <summary>Does something again and again until a task has ended.</summary>
    public static async Task WhileRunningAsync(Task task, Func<Task> again, CancellationToken cancellationToken)
    {
        while (!task.IsCompleted)
        {
            await again();
            await Task.WhenAny(task, AgainAsync(cancellationToken));
        }
    }

    /// <summary>Ends when it is time to look again.</summary>
    public static Task AgainAsync(CancellationToken cancellationToken) => Task.Delay(Pause, TimeProvider.System, cancellationToken);

    /// <summary>Ends by cancellation alone.</summary>
    public static Task ForEverAsync(CancellationToken cancellationToken) =>
        Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);
}
