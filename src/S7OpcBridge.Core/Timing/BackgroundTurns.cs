using System.Runtime.InteropServices;

namespace S7OpcBridge.Core.Timing;

/// <summary>Runs long computations one at a time, each on a thread of its own with the lowest priority. Any thread.</summary>
internal sealed class BackgroundTurns
{
    private readonly SemaphoreSlim _turn = new(1);

    /// <summary>Runs work when its turn has come. Completes when the work is done, or when it was stopped before.</summary>
    /// <param name="work">The computation; it reports its own faults and ends soon after it was stopped.</param>
    /// <param name="stopped">The work is not wanted any more.</param>
    public async Task RunAsync(Action work, CancellationToken stopped)
    {
        try
        {
            await _turn.WaitAsync(stopped).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return;
        }
        try
        {
            await OnOwnThread(work).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    private static Task OnOwnThread(Action work)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() =>
        {
            GiveWay();
            work();
            done.SetResult();
        })
        {
            IsBackground = true,
            Priority = ThreadPriority.Lowest,
            Name = "Read plans",
        };
        thread.Start();
        return done.Task;
    }

    // .NET's thread priorities have no effect on Linux. There a "process" of this call is a thread, and 0 the calling one (setpriority(2)).
    private static void GiveWay()
    {
        const int PriorityOfProcess = 0,
            Lowest = 19;
        if (OperatingSystem.IsLinux())
            _ = SetPriority(PriorityOfProcess, 0, Lowest);
    }

    [DllImport("libc", EntryPoint = "setpriority"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SetPriority(int which, uint who, int priority);
}
