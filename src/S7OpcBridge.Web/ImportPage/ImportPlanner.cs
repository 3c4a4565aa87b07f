using System.Threading.Channels;
using S7OpcBridge.Import;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>Plans the ticked tags in the background, the latest state only. Any thread.</summary>
internal sealed class ImportPlanner : IAsyncDisposable
{
    // Who ticks quickly is not planned for after each tick.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(150);

    private readonly Func<(int Change, ChosenTags Tags)> _take;
    private readonly Func<ChosenTags, int, LoadAnswer> _plan;
    private readonly TimeProvider _time;
    private readonly Channel<bool> _wanted = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite }
    );
    private readonly CancellationTokenSource _end = new();
    private readonly Task _work;
    private volatile TaskCompletionSource<LoadAnswer> _next = New();
    private volatile LoadAnswer _last;

    /// <param name="take">Gives the ticked tags with the number of the last change.</param>
    /// <param name="plan">Plans them; takes about as long as import, validate and plan together.</param>
    public ImportPlanner(Func<(int Change, ChosenTags Tags)> take, Func<ChosenTags, int, LoadAnswer> plan, TimeProvider time)
    {
        (_take, _plan, _time) = (take, plan, time);
        _last = new LoadAnswer(-1, 0, [], []);
        Wake();
        _work = Task.Run(PlanAsync);
    }

    /// <summary>Something has changed.</summary>
    public void Wake() => _wanted.Writer.TryWrite(true);

    /// <summary>The plan that counts a change, as soon as it is there; the last one where it takes longer than the patience.</summary>
    public async Task<LoadAnswer> AtAsync(int change, TimeSpan patience, CancellationToken cancellationToken)
    {
        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _end.Token);
        both.CancelAfter(patience);
        try
        {
            while (true)
            {
                var next = _next;
                if (_last.Change >= change)
                    return _last;
                await next.Task.WaitAsync(both.Token);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return _last;
        }
    }

    /// <summary>Ends it; waits for a plan that is being made.</summary>
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _work;
        _end.Dispose();
    }

    private async Task PlanAsync()
    {
        try
        {
            while (await _wanted.Reader.WaitToReadAsync(_end.Token))
            {
                await Task.Delay(Pause, _time, _end.Token);
                while (_wanted.Reader.TryRead(out _)) { }
                var (change, tags) = _take();
                _last = Plan(tags, change);
                var done = _next;
                _next = New();
                done.TrySetResult(_last);
            }
        }
        catch (OperationCanceledException)
        {
            // The page is over.
        }
    }

    private LoadAnswer Plan(ChosenTags tags, int change)
    {
        try
        {
            return _plan(tags, change);
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            // A disk without room, or a fault of ours: the page goes on without a plan, and says why.
            return new LoadAnswer(change, tags.Count, [], [$"the plan could not be made: {fault.Message}"]);
        }
    }

    private static TaskCompletionSource<LoadAnswer> New() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
