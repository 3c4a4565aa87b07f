namespace S7OpcBridge.Cluster.Tenures;

/// <summary>
/// Who has the connection to each PLC, by the numbers that every batch carries. A node that takes a PLC over begins a tenure with a higher number than any that
/// it or the nodes that it asked have heard of, so values of an earlier tenure can never replace those of a later one. Any thread.
/// </summary>
internal sealed class TenureTable(string self, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, Tenure> _tenures = new(StringComparer.Ordinal);

    /// <summary>What is known; default: nothing.</summary>
    public Tenure TenureOf(string plc)
    {
        lock (_gate)
            return _tenures.GetValueOrDefault(plc);
    }

    /// <summary>This node takes a PLC. Returns the number of its tenure.</summary>
    /// <param name="view">Version of the view in which it is the owner.</param>
    /// <param name="heardOf">The highest number that the other nodes know.</param>
    public long Begin(string plc, long view, long heardOf)
    {
        lock (_gate)
        {
            // The version leaves room for tenures within one view (a pin changed).
            var number = Math.Max(view << 16, Math.Max(heardOf, _tenures.GetValueOrDefault(plc).Number) + 1);
            _tenures[plc] = new Tenure(number, self, time.GetTimestamp(), ValueFreshness.Live);
            return number;
        }
    }

    /// <summary>This node no longer has a PLC; its last values count as fresh until now. Returns false where it did not have it.</summary>
    public bool End(string plc)
    {
        lock (_gate)
        {
            if (_tenures.GetValueOrDefault(plc) is not { Holder: { } holder } tenure || holder != self)
                return false;
            _tenures[plc] = tenure with { Holder = null, HeardAt = time.GetTimestamp() };
            return true;
        }
    }

    /// <summary>Notes that a PLC is expected from now on, where nothing is known of it.</summary>
    public void Expect(string plc)
    {
        lock (_gate)
            _tenures.TryAdd(plc, new Tenure(0, null, time.GetTimestamp(), ValueFreshness.Live));
    }

    /// <summary>Judges a message of another node about a PLC, and notes it where it is taken.</summary>
    public Verdict Hear(string plc, string from, long number)
    {
        lock (_gate)
        {
            var known = _tenures.GetValueOrDefault(plc);
            // Two nodes never begin the same tenure; the first one heard counts.
            if (number < known.Number || (number == known.Number && known.Holder is { } holder && holder != from))
                return Verdict.Outdated;
            _tenures[plc] = new Tenure(number, from, time.GetTimestamp(), ValueFreshness.Live);
            return known.Freshness == ValueFreshness.Live ? Verdict.Accept : Verdict.TakeAndAskAll;
        }
    }

    /// <summary>Lowers the freshness of a PLC whose holder has been silent; returns the new one where it has changed.</summary>
    public ValueFreshness? Age(string plc, TimeSpan uncertainAfter, TimeSpan goneAfter)
    {
        lock (_gate)
        {
            if (!_tenures.TryGetValue(plc, out var known) || known.Holder == self)
                return null;
            var silent = time.GetElapsedTime(known.HeardAt);
            var now =
                silent < uncertainAfter ? ValueFreshness.Live
                : silent < uncertainAfter + goneAfter ? ValueFreshness.Uncertain
                : ValueFreshness.Gone;
            if (now <= known.Freshness)
                return null;
            _tenures[plc] = known with { Freshness = now };
            return now;
        }
    }
}
