using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Datasets;
using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>A metric of a device.</summary>
/// <param name="Tag">Number of the tag.</param>
/// <param name="Name">Its name: the path of the tag.</param>
/// <param name="Alias">Stands for the name in data.</param>
/// <param name="Type">Its type.</param>
internal readonly record struct EdgeMetric(int Tag, string Name, uint Alias, SparkplugType Type);

/// <summary>
/// A device of Sparkplug: a PLC. It is born with all of its metrics when a first value of it has been read, and dead while its link is down, which its values
/// tell. Used by the publishing loop alone.
/// </summary>
/// <param name="plc">Number of the PLC.</param>
/// <param name="writer">Encodes its messages.</param>
internal sealed class EdgeDevice(string name, int plc, EdgeMetric[] metrics, EdgeSession session, PayloadWriter writer)
{
    private readonly string _birth = session.Options.DeviceTopic("DBIRTH", name),
        _death = session.Options.DeviceTopic("DDEATH", name),
        _data = session.Options.DeviceTopic("DDATA", name);

    // Whether the quality that was told last was not Good.
    private readonly bool[] _isNotGood = new bool[metrics.Length];
    private int _lastAlive;

    /// <summary>Its name.</summary>
    public string Name => name;

    /// <summary>Its metrics.</summary>
    public ReadOnlySpan<EdgeMetric> Metrics => metrics;

    /// <summary>True: hosts know it, and take its data.</summary>
    public bool IsBorn { get; private set; }

    /// <summary>True: the device has the same metrics with the same aliases.</summary>
    public bool IsSame(EdgeDevice other) => name == other.Name && plc == other.Plc && Metrics.SequenceEqual(other.Metrics);

    /// <summary>Number of the PLC.</summary>
    public int Plc => plc;

    /// <summary>True: values of it may wait since the last births.</summary>
    public bool MayWait { get; set; }

    /// <summary>Sees whether its link is up, and tells hosts of a change.</summary>
    /// <returns>True: its data may be published.</returns>
    public bool Look(PublishRun run)
    {
        if (!IsAlive(run))
        {
            Die(run);
            return false;
        }
        if (IsBorn || !session.IsBorn)
            return true;
        Birth(run);
        run.Send(_birth, MessageType.DeviceBirth, retain: false, metrics.Length);
        return false;
    }

    /// <summary>It takes the place of one with other metrics that hosts know: they are told of a new birth, or of its death.</summary>
    public void Replace(PublishRun run)
    {
        IsBorn = !IsAlive(run);
        Look(run);
    }

    /// <summary>Tells hosts that it is gone, if they know it.</summary>
    public void Die(PublishRun run)
    {
        if (IsBorn)
            SendDeath(run);
        IsBorn = false;
    }

    /// <summary>The birth for a new session.</summary>
    /// <param name="hasBacklog">True: values wait, which hosts only take from a device that was born; one that is down dies behind them.</param>
    /// <returns>Null: it is not born.</returns>
    public OutgoingMessage? BirthOf(PublishRun run, bool hasBacklog)
    {
        var isAlive = IsAlive(run);
        IsBorn = isAlive;
        var mayWait = MayWait && hasBacklog;
        MayWait = false;
        if (!isAlive && !(mayWait && run.Owns(plc)))
            return null;
        Birth(run);
        IsBorn = isAlive;
        var birth = run.Written(_birth, MessageType.DeviceBirth, metrics.Length);
        if (!isAlive)
            SendDeath(run);
        return birth;
    }

    /// <summary>Publishes metrics by their aliases.</summary>
    /// <param name="places">Their places among the metrics.</param>
    public void Send(PublishRun run, ReadOnlySpan<int> places)
    {
        writer.Begin(run.Begin(), run.TimeOfDay);
        foreach (var place in places)
        {
            ref readonly var metric = ref metrics[place];
            var sample = SampleOf(run, metric.Tag);
            var isNotGood = !sample.Status.IsGood;
            // Good again has to be said, too.
            writer.Metric(null, metric.Alias, metric.Type, sample, isNotGood || _isNotGood[place]);
            _isNotGood[place] = isNotGood;
        }
        writer.End();
        MayWait = true;
        run.Send(_data, MessageType.DeviceData, retain: false, places.Length);
    }

    private void Birth(PublishRun run)
    {
        writer.Begin(run.Begin(), run.TimeOfDay);
        for (var place = 0; place < metrics.Length; place++)
        {
            var metric = metrics[place];
            var sample = SampleOf(run, metric.Tag);
            _isNotGood[place] = !sample.Status.IsGood;
            writer.Metric(metric.Name, metric.Alias, metric.Type, sample, hasQuality: true);
        }
        writer.End();
        IsBorn = true;
    }

    private void SendDeath(PublishRun run)
    {
        writer.Begin(run.Begin(), run.TimeOfDay);
        writer.End();
        run.Send(_death, MessageType.DeviceDeath, retain: false, 0);
    }

    private static FieldSample SampleOf(PublishRun run, int tag)
    {
        var value = run.Read(tag);
        return new FieldSample(0, value.Value, value.Status, value.SourceTime);
    }

    // One tag that was read over the present link is enough; it is mostly the same one.
    private bool IsAlive(PublishRun run)
    {
        if (!run.Owns(plc))
            return false;
        for (var i = 0; i < metrics.Length; i++)
        {
            var place = _lastAlive + i < metrics.Length ? _lastAlive + i : _lastAlive + i - metrics.Length;
            if (!IsLinkDown(run.Read(metrics[place].Tag).Status))
            {
                _lastAlive = place;
                return true;
            }
        }
        return false;
    }

    private static bool IsLinkDown(StatusCode status) =>
        status == StatusCodes.BadNoCommunication
        || status == StatusCodes.UncertainNoCommunicationLastUsableValue
        || status == StatusCodes.BadWaitingForInitialData
        || status == StatusCodes.BadOutOfService;
}
