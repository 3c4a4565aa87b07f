using System.Threading.Channels;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>
/// The slow lane: jobs that take time or that a fault may strike, served one after the other whoever asks, as one CPU does. Without load and faults jobs never come here.
/// </summary>
internal sealed class CpuQueue(JobServer server, PlcSpeed speed, PlcFaults faults, CpuBehavior behavior, TimeProvider time)
{
    private readonly record struct Pending(PlcLink Link, byte[] Pdu, FaultPoint? Point);

    // Unbounded: each connection stops reading once too many of its jobs wait here.
    private readonly Channel<Pending> _jobs = Channel.CreateUnbounded<Pending>(new UnboundedChannelOptions { SingleReader = true });
    private readonly byte[] _answer = new byte[Math.Max(behavior.PduSize, 256)];
    private readonly long _start = time.GetTimestamp();
    private TimeSpan _free;

    /// <summary>True when a job may be served at once, where it came in.</summary>
    public bool IsPrompt(FaultPoint? point) => speed.IsNone && (point is null || !faults.IsArmed(point.Value));

    /// <summary>Puts a job at the end of the queue.</summary>
    public void Post(PlcLink link, ReadOnlySpan<byte> pdu, FaultPoint? point) => _jobs.Writer.TryWrite(new Pending(link, pdu.ToArray(), point));

    /// <summary>Serves until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (await _jobs.Reader.WaitToReadAsync(cancellationToken))
        {
            while (_jobs.Reader.TryRead(out var job))
            {
                var start = speed.StartOf(Elapsed, _free);
                if (start > Elapsed)
                    await Task.Delay(start - Elapsed, time, cancellationToken);
                Serve(job, start);
            }
        }
    }

    private TimeSpan Elapsed => time.GetElapsedTime(_start);

    private void Serve(in Pending job, TimeSpan start)
    {
        var mix = job.Point is { } point ? faults.Take(point) : null;
        try
        {
            var length = server.Serve(job.Pdu, _answer, job.Link.State, mix);
            var end = speed.EndOf(start, job.Pdu.Length + Math.Max(length, 0));
            _free = speed.FreeAfter(start, end);
            if (length == JobServer.DropLink)
                job.Link.End(LinkEnd.Reset);
            else
                job.Link.Answer(_answer.AsSpan(0, length), mix, end + speed.Latency - Elapsed);
        }
        catch (S7ProtocolException)
        {
            job.Link.End(LinkEnd.Reset);
        }
    }
}
