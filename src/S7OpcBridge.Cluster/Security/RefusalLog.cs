using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.Logging;

namespace S7OpcBridge.Cluster.Security;

/// <summary>
/// Logs refused connections, and keeps strangers from filling the log: within a minute the same words about a machine are said once, about one machine only
/// some words, and in all only so many lines. The rest is counted and told at the end of the minute. What it remembers is bounded by the same numbers.
/// </summary>
internal sealed class RefusalLog(TimeProvider time, ILogger logger)
{
    /// <summary>How many lines are written in a minute, and how many of them about one machine.</summary>
    public const int Most = 20,
        MostOfMachine = 3;

    /// <summary>The longest text of a stranger in a line, and the longest reason with such texts in it.</summary>
    public const int LongestName = 64,
        LongestReason = 400;

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Lock _gate = new();
    private readonly HashSet<(string Machine, string Reason)> _said = [];
    private ITimer? _minute;
    private long _unsaid;

    /// <summary>A connection was refused.</summary>
    /// <param name="direction">"from" or "to".</param>
    /// <param name="remote">The other side.</param>
    /// <param name="reason">Why; may contain what the other side said.</param>
    public void Refused(string direction, EndPoint? remote, string reason)
    {
        var words = Line(reason, LongestReason);
        var machine = MachineOf(remote);
        lock (_gate)
        {
            _minute ??= time.CreateTimer(static log => ((RefusalLog)log!).EndMinute(), this, Minute, Timeout.InfiniteTimeSpan);
            if (_said.Count >= Most || _said.Count(said => said.Machine == machine) >= MostOfMachine || !_said.Add((machine, words)))
            {
                _unsaid++;
                return;
            }
        }
        logger.PeerRefused(direction, remote?.ToString() ?? "?", words);
    }

    /// <summary>A text from outside on one line: no control characters, limited length.</summary>
    public static string Line(string text, int longest = LongestName)
    {
        var clean = new StringBuilder(Math.Min(text.Length, longest));
        foreach (var letter in text)
        {
            if (clean.Length == longest)
                return clean.Append('…').ToString();
            clean.Append(
                CharUnicodeInfo.GetUnicodeCategory(letter)
                    is UnicodeCategory.Control
                        or UnicodeCategory.Format
                        or UnicodeCategory.LineSeparator
                        or UnicodeCategory.ParagraphSeparator
                    ? '?'
                    : letter
            );
        }
        return clean.ToString();
    }

    private void EndMinute()
    {
        long unsaid;
        lock (_gate)
        {
            _minute?.Dispose();
            _minute = null;
            _said.Clear();
            (unsaid, _unsaid) = (_unsaid, 0);
        }
        if (unsaid > 0)
            logger.MorePeersRefused(unsaid);
    }

    // A machine has as many addresses of IPv6 as it likes, all within 64 bits.
    private static string MachineOf(EndPoint? remote)
    {
        if (remote is not IPEndPoint { Address: var address })
            return "?";
        if (address.IsIPv4MappedToIPv6 || address.AddressFamily == AddressFamily.InterNetwork)
            return address.MapToIPv4().ToString();
        return Convert.ToHexString(address.GetAddressBytes().AsSpan(0, 8));
    }
}
