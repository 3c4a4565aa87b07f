using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>The three lanes of one connection: read, write, watch. The first that ends, or the end of the connection, ends all.</summary>
internal sealed class Lanes(PlcSite site, SessionParts parts, S7Connection connection)
{
    // How long lanes may take to finish what is in flight before the connection is closed under them; real time, whatever clock tests play.
    private static readonly TimeSpan Linger = TimeSpan.FromMilliseconds(250);

    private readonly ReadLane _read = new(site, parts, connection);
    private readonly WriteLane _write = new(site, parts, connection);
    private readonly WatchLane _watch = new(site, parts, connection);

    /// <summary>True once a whole cycle was answered.</summary>
    public bool HaveRead => _read.HasRead;

    /// <summary>True: the connection was fine, but its CPU stands, and the other one of a pair is tried.</summary>
    public bool LeavesCpu => _watch.LeavesCpu;

    /// <summary>Works until the link ends, then closes the connection politely. Returns why it ended; null: somebody cancelled <paramref name="link"/>.</summary>
    public async Task<string?> RunAsync(CancellationTokenSource link)
    {
        parts.Writes.Open();
        parts.Guests.Open();
        Task[] lanes = [_read.RunAsync(link.Token), _write.RunAsync(link.Token), _watch.RunAsync(link.Token)];
        await Task.WhenAny([.. lanes, connection.Ended]).ConfigureAwait(false);
        var meant = link.IsCancellationRequested;
        parts.Writes.Close();
        parts.Guests.Close();
        await link.CancelAsync().ConfigureAwait(false);
        await Task.WhenAny(Task.WhenAll(lanes), Task.Delay(Linger, TimeProvider.System, CancellationToken.None)).ConfigureAwait(false);
        await connection.DisposeAsync().ConfigureAwait(false);
        var reason = await ReasonAsync(lanes).ConfigureAwait(false);
        return meant ? null : reason;
    }

    private async Task<string> ReasonAsync(Task[] lanes)
    {
        foreach (var lane in lanes)
        {
            try
            {
                await lane.ConfigureAwait(false);
            }
            catch (S7Exception e)
            {
                return e.Message;
            }
            catch (OperationCanceledException)
            {
                // It was told to end.
            }
            catch (Exception e)
            {
                PlcLog.Broken(site.Log, site.Plc.Name, e);
                return "The session failed from within.";
            }
        }
        return connection.Failure?.Message ?? "The connection ended.";
    }
}
