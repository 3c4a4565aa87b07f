namespace S7OpcBridge.Simulator.Playback;

/// <summary>What a PLC sent unasked after an answer, with the times since it.</summary>
internal sealed class Pushes(DateTimeOffset since)
{
    private readonly List<(TimeSpan After, byte[] Bytes)> _all = [];

    public void Add(DateTimeOffset time, byte[] bytes) => _all.Add((time - since, bytes));

    /// <summary>Sends all of them at the pace of the recording.</summary>
    public async Task SendAsync(Func<byte[], CancellationToken, Task> send, TimeProvider time, CancellationToken cancellationToken)
    {
        var began = time.GetTimestamp();
        foreach (var (after, bytes) in _all)
        {
            var left = after - time.GetElapsedTime(began);
            if (left > TimeSpan.Zero)
                await Task.Delay(left, time, cancellationToken);
            await send(bytes, cancellationToken);
        }
    }

    public bool IsEmpty => _all.Count == 0;
}
