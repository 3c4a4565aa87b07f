using System.Threading.Channels;
using S7OpcBridge.Core.SessionState;

namespace S7OpcBridge.Core.Tests.Alarms;

public sealed class SessionAlarmsTests
{
    [Test]
    public async Task A_silence_that_the_reader_did_not_take_in_time_is_still_to_be_told()
    {
        var batches = Channel.CreateBounded<CpuAlarmBatch>(1);
        var alarms = new SessionAlarms(batches.Writer);
        Assert.That(alarms.HasTold, Is.False);
        await alarms.SendAsync(Batch(CpuAlarmNews.List), CancellationToken.None);
        Assert.That(alarms.HasTold, Is.True);

        using var stopping = new CancellationTokenSource();
        var silence = alarms.SendAsync(Batch(CpuAlarmNews.Silence), stopping.Token).AsTask();
        Assert.That(silence.IsCompleted, Is.False, "the reader is behind");
        await stopping.CancelAsync();
        Assert.That(async () => await silence, Throws.InstanceOf<OperationCanceledException>());
        Assert.That(alarms.HasTold, Is.True);

        Assert.That((await batches.Reader.ReadAsync()).News, Is.EqualTo(CpuAlarmNews.List));
        await alarms.SendAsync(Batch(CpuAlarmNews.Silence), CancellationToken.None);
        Assert.That(alarms.HasTold, Is.False);
        Assert.That((await batches.Reader.ReadAsync()).News, Is.EqualTo(CpuAlarmNews.Silence));
    }

    private static CpuAlarmBatch Batch(CpuAlarmNews news) => new(0, news, TimeProvider.System.GetUtcNow(), []);
}
