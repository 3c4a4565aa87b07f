using System.Diagnostics;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.IsoOnTcp;

/// <summary>
/// One thread that waits for the sockets of all PLCs and for timers and runs their continuations directly. A read cycle thus costs one wake-up for its deadline
/// and one per group of answers. As a <see cref="TimeProvider"/> it is the system's clock; its timers call back on the loop's thread and fire once per setting.
/// Callbacks must be short and must not block. A simulated loop has a clock and a network of its own.
/// </summary>
public abstract class EventLoop : TimeProvider
{
    private protected EventLoop() { }

    /// <summary>The loop of this process; its thread starts on first use and ends with the process.</summary>
    public static EventLoop Shared => SystemLoop.OfProcess;

    /// <summary>The source of timers for a clock: the loop for the system's clock; a test clock provides its own timers.</summary>
    public static TimeProvider TimersOf(TimeProvider time) => time == System ? Shared : time;

    /// <summary>The loop of the sockets that belong to a clock: the clock itself where it is a loop, otherwise that of the process.</summary>
    public static EventLoop Of(TimeProvider time) => time as EventLoop ?? Shared;

    /// <summary>Number of rounds so far. Any thread.</summary>
    public abstract long Rounds { get; }

    /// <summary>True while the loop is busy or overdue: work was posted, or a timer has been due for more than a second. Any thread.</summary>
    public abstract bool HasWork { get; }

    /// <summary>True on the loop's thread.</summary>
    internal abstract bool IsHere { get; }

    /// <summary>Opens a TCP socket that is not connected yet.</summary>
    /// <param name="family">Its kind of address.</param>
    /// <param name="configure">Sets its options; where it throws, the socket is closed.</param>
    internal abstract LoopSocket Open(AddressFamily family, Action<Socket> configure);

    /// <summary>Runs work on the loop's thread: at once where the caller is on it.</summary>
    internal abstract void Run(Action<object> work, object state);

    /// <summary>Polls the sockets instead of sleeping. On the loop's thread only.</summary>
    /// <param name="until">Until when, in ticks of <see cref="Stopwatch"/>.</param>
    internal abstract void LookUntil(long until);

    /// <summary>Sleeps again, unless somebody else wants it to look. On the loop's thread only.</summary>
    /// <param name="until">What was said to <see cref="LookUntil"/>.</param>
    internal abstract void EndLook(long until);

    /// <summary>Called when somebody begins to wait for a socket: the loop may have begun to wait without it.</summary>
    internal abstract void LookAgain();
}
