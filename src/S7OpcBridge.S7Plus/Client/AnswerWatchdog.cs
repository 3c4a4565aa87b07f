using S7OpcBridge.S7Plus.Jobs;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>
/// Ends a connection whose oldest request was not answered in time, whatever else is received, and requests a keep-alive after a period without received data.
/// One timer, which checks a few times per period.
/// </summary>
internal sealed class AnswerWatchdog : IDisposable
{
    private const int LooksPerTimeout = 4;

    private readonly JobQueue _jobs;
    private readonly AnswerClock _clock;
    private readonly TimeSpan _timeout;
    private readonly TimeSpan _keepAlive;
    private readonly TimeProvider _time;
    private readonly Action _expired;
    private readonly Action _silent;
    private readonly ITimer _timer;
    private long _heard;

    public AnswerWatchdog(
        JobQueue jobs,
        AnswerClock clock,
        TimeSpan timeout,
        TimeSpan keepAlive,
        TimeProvider time,
        Action expired,
        Action silent
    )
    {
        _jobs = jobs;
        _clock = clock;
        _timeout = timeout;
        _keepAlive = keepAlive;
        _time = time;
        _expired = expired;
        _silent = silent;
        _heard = time.GetTimestamp();
        var shorter = keepAlive > TimeSpan.Zero && keepAlive < timeout ? keepAlive : timeout;
        var period = shorter / LooksPerTimeout;
        // The timer must not inherit the context of the request that opened the connection.
        using (ExecutionContext.SuppressFlow())
            _timer = time.CreateTimer(static watchdog => ((AnswerWatchdog)watchdog!).Check(), this, period, period);
    }

    /// <summary>Called when data were received and processed.</summary>
    /// <param name="isMidAnswer">True: they ended within an answer.</param>
    public void Heard(bool isMidAnswer)
    {
        _clock.Received(isMidAnswer);
        Volatile.Write(ref _heard, _time.GetTimestamp());
    }

    public void Dispose() => _timer.Dispose();

    private void Check()
    {
        if (_jobs.FirstWaits() is { } since)
        {
            if (_clock.Waited(since) >= _timeout || _clock.Silence >= _timeout)
                _expired();
        }
        else if (_keepAlive > TimeSpan.Zero && _time.GetElapsedTime(Volatile.Read(ref _heard)) >= _keepAlive)
        {
            Volatile.Write(ref _heard, _time.GetTimestamp());
            _silent();
        }
    }
}
