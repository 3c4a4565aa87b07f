namespace S7OpcBridge.S7;

/// <summary>What the read of one tag gave.</summary>
/// <param name="Tag">The tag, as it was given.</param>
/// <param name="Status">Ok, or why the PLC gave no value.</param>
/// <param name="Value">The value; of kind None where the status is not Ok, or where the bytes are no value of the type (a date in bad BCD).</param>
public readonly record struct S7TagValue(string Tag, S7ItemStatus Status, S7Value Value);

/// <summary>
/// Reads tags by address and type, in as few requests as <see cref="ReadPlanner"/> finds: planned once, read any number of times, by one caller at a time.
/// Each read allocates its result. Who polls many tags and wants only what has changed plans and compares by <see cref="ReadPlan"/> and
/// <see cref="S7ReadJob"/>.
/// </summary>
public sealed class S7TagReader
{
    private readonly S7Connection _connection;
    private readonly string[] _tags;
    private readonly S7Codec[] _codecs;
    private readonly ReadPlan _plan;
    private readonly S7ReadJob[] _jobs;
    private readonly byte[] _image;
    private readonly S7ItemStatus[] _statuses; // of each byte of the image

    /// <summary>Plans for any PLC: at most 20 items in a request, texts in Windows-1252, clock times in UTC.</summary>
    /// <param name="connection">Where to read; it stays open when the reader is gone.</param>
    /// <param name="tags">Address and type, as in TIA Portal: <c>DB10.DBD4 Real</c>, <c>DB10.DBX0.0</c>, <c>DB20.DBB0 String[20]</c>.</param>
    /// <exception cref="FormatException">A tag has no such address or type; the message says what to write.</exception>
    public S7TagReader(S7Connection connection, params IReadOnlyList<string> tags)
        : this(connection, new PlanOptions(connection.PduSize, S7Profiles.Generic.MaxItems), S7CodecOptions.Default, tags) { }

    /// <summary>Plans for what is known of the PLC.</summary>
    /// <param name="connection">Where to read; it stays open when the reader is gone.</param>
    /// <param name="plan">Limits for the plan; its PDU size is at most the connection's.</param>
    /// <param name="codec">Code page of texts, time zone of clock times.</param>
    /// <param name="tags">Address and type, as in TIA Portal.</param>
    /// <exception cref="FormatException">A tag has no such address or type; the message says what to write.</exception>
    public S7TagReader(S7Connection connection, PlanOptions plan, S7CodecOptions codec, params IReadOnlyList<string> tags)
    {
        _connection = connection;
        _tags = [.. tags];
        _codecs = new S7Codec[_tags.Length];
        var ranges = new PlanRange[_tags.Length];
        for (var i = 0; i < _tags.Length; i++)
        {
            var (address, type) = Parse(_tags[i]);
            _codecs[i] = S7Codec.Create(type, address.Bit, codec);
            ranges[i] = new PlanRange(address.RangeOf(type));
        }
        _plan = ReadPlanner.Plan(ranges, plan);
        _jobs = [.. _plan.Requests.Select(request => new S7ReadJob([.. request.Items.Select(item => item.Range)]))];
        _image = new byte[_plan.ImageSize];
        _statuses = new S7ItemStatus[_plan.ImageSize];
    }

    /// <summary>Requests of one read.</summary>
    public int Requests => _jobs.Length;

    /// <summary>Reads all tags, as many requests at a time as the PLC granted.</summary>
    /// <returns>A result for each tag, in their order.</returns>
    /// <exception cref="S7RefusedException">The PLC refused a whole request, because PUT/GET is not permitted for example.</exception>
    /// <exception cref="S7LinkException">The connection has ended.</exception>
    public async ValueTask<IReadOnlyList<S7TagValue>> ReadAsync(CancellationToken cancellationToken)
    {
        var answers = new Task[_jobs.Length];
        using (_connection.Hold())
        {
            for (var i = 0; i < _jobs.Length; i++)
                answers[i] = _connection.ReadAsync(_jobs[i], cancellationToken).AsTask();
        }
        await Task.WhenAll(answers).ConfigureAwait(false);
        TakeAnswers();
        var values = new S7TagValue[_tags.Length];
        for (var i = 0; i < values.Length; i++)
            values[i] = ValueOf(i);
        return values;
    }

    private void TakeAnswers()
    {
        for (var i = 0; i < _jobs.Length; i++)
        {
            var items = _plan.Requests[i].Items;
            for (var j = 0; j < items.Length; j++)
            {
                var at = items[j].ImageOffset;
                _jobs[i].DataOf(j).CopyTo(_image.AsSpan(at));
                _statuses.AsSpan(at, items[j].Range.ByteLength).Fill(_jobs[i].StatusOf(j));
            }
        }
    }

    private S7TagValue ValueOf(int tag)
    {
        var (at, size) = (_plan.Slots[tag].ImageOffset, _codecs[tag].Size);
        var fault = _statuses.AsSpan(at, size).IndexOfAnyExcept(S7ItemStatus.Ok);
        if (fault >= 0)
            return new S7TagValue(_tags[tag], _statuses[at + fault], default);
        return new S7TagValue(
            _tags[tag],
            S7ItemStatus.Ok,
            _codecs[tag].TryDecode(_image.AsSpan(at, size), out var value) ? value : default
        );
    }

    private static (S7Address Address, S7DataType Type) Parse(string tag)
    {
        var text = tag.AsSpan().Trim();
        var blank = text.IndexOf(' ');
        var place = blank < 0 ? text : text[..blank];
        if (!S7Address.TryParse(place, out var address, out var type, out var error))
            throw new FormatException($"{tag}: {error}");
        if (blank >= 0 && !S7DataType.TryParse(text[blank..].Trim(), out type, out error))
            throw new FormatException($"{tag}: {error}");
        if (type.Kind == S7TypeKind.None)
            throw new FormatException($"{tag}: the address does not say the type; write one of {address.TypeCandidates} behind it.");
        if (!address.Fits(type, out error))
            throw new FormatException($"{tag}: {error}");
        return (address, type);
    }
}
