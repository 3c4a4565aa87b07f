using System.Threading.Channels;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Faults;

namespace S7OpcBridge.Simulator.Serving;

/// <summary>
/// Queue of jobs that take time or are subject to faults; they are served one after the other over all connections, as by one CPU. Without delays and faults it
/// is not used.
/// </summary>
internal sealed class CpuQueue(JobServer server, PlcSpeed speed, PlcFaults faults, CpuBehavior behavior, TimeProvider time)
{
    private readonly record struct Pending(SoftPlcLink Link, byte[] Pdu, FaultPoint? Point);

    // Unbounded: each connection stops reading when too many of its jobs wait here.
    private readonly Channel<Pending> _jobs = Channel.CreateUnbounded<Pending>(new UnboundedChannelOptions { SingleReader = true });
    private readonly byte[] _answer = new byte[Math.Max(behavior.PduSize, 256)];
    private readonly long _start = time.GetTimestamp();
    private TimeSpan _free;

    /// <summary>True when a job may be served at once by its connection.</summary>
    public bool IsPrompt(FaultPoint? point) => speed.IsNone && (point is null || !faults.IsArmed(point.Value));

    /// <summary>Adds a job to the end of the queue.</summary>
    public void Post(SoftPlcLink link, ReadOnlySpan<byte> pdu, FaultPoint? point) =>
        _jobs.Writer.TryWrite(new Pending(link, pdu.ToArray(), point));

    /// <summary>Serves jobs until cancelled.</summary>
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
        var mix = job.Point is { } point ? faults.Next(point) : null;
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
