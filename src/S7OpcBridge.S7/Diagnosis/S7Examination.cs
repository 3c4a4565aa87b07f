using S7OpcBridge.S7.Diagnosis;

namespace S7OpcBridge.S7;

/// <summary>
/// Diagnoses a PLC over an open connection, stage by stage: identity, read access, data blocks, single values. Only reads, with one job in flight, so that it
/// can share the connection of a running session. Every call may throw <see cref="S7LinkException"/> or <see cref="S7ProtocolException"/>.
/// </summary>
public sealed class S7Examination
{
    private const int AccessSamples = 8;
    private const int Unprotected = 1;

    private readonly SharedConnection _link;
    private readonly S7Profile _profile;
    private readonly ItemReader _reader;
    private S7CpuFacts _facts = new();

    /// <param name="connection">The connection; it stays open.</param>
    /// <param name="profile">The family stated by the map; its traits decide what may be queried.</param>
    /// <param name="maxItems">Most items per job.</param>
    /// <param name="turn">
    /// For a shared connection: completes when a job may be sent; its result is disposed when the job is answered. Null: jobs are sent at once.
    /// </param>
    public S7Examination(
        S7Connection connection,
        S7Profile profile,
        int maxItems,
        Func<CancellationToken, ValueTask<IDisposable?>>? turn = null
    )
    {
        (_link, _profile) = (new SharedConnection(connection, turn), profile);
        _reader = new ItemReader(_link, maxItems);
    }

    /// <summary>The family that the CPU reported, otherwise that of the map.</summary>
    public S7Profile Family => _facts.Identity?.Profile ?? _profile;

    /// <summary>A remote TSAP as text, with rack and slot where the family has them.</summary>
    public static string Describe(ushort tsap, S7Profile profile) => Tsap.Describe(tsap, profile);

    /// <summary>An area in the plural, for example <c>S5 timers</c>.</summary>
    public static string Describe(S7Area area) => ItemDiagnosis.AreaName(area);

    /// <summary>Sends the session password. Returns null where it was accepted.</summary>
    public async Task<S7Diagnosis?> UnlockAsync(string password, CancellationToken cancellationToken)
    {
        try
        {
            return await _link.AskAsync(UnlockAsync, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException e)
        {
            return new S7Diagnosis(
                S7Stage.Identity,
                S7Cause.PasswordRefused,
                "The CPU does not accept the session password. " + $"{S7Reason.ForRefusal(e.Code)}",
                Remedies.Password(_profile)
            );
        }

        async Task<S7Diagnosis?> UnlockAsync(S7Userdata ask)
        {
            await ask.SetPasswordAsync(password, cancellationToken).ConfigureAwait(false);
            return null;
        }
    }

    /// <summary>Queries what the CPU reports about itself.</summary>
    public async Task<S7CpuFacts> AskAsync(CancellationToken cancellationToken)
    {
        _facts = await S7CpuFacts.AskAsync(_link, _profile, cancellationToken).ConfigureAwait(false);
        return _facts;
    }

    /// <summary>Hints from what the CPU reported: another family than in the map, or a CPU that is not in RUN.</summary>
    public IEnumerable<S7Diagnosis> Judge()
    {
        if (_facts.Identity is { Profile: { } real } identity && real != _profile && _profile.Name != S7Profiles.Generic.Name)
        {
            yield return new S7Diagnosis(
                S7Stage.Identity,
                S7Cause.OtherFamily,
                $"The map says {_profile.Name}, and {identity.OrderNumber} is " + $"{Families.NameOf(real)}.",
                new S7Remedy($"Write 'profile: {real.Name}': jobs, load, timeout and types follow from it.")
            );
        }
        if (_facts.State is S7CpuState.Stop or S7CpuState.Hold or S7CpuState.Defect)
        {
            yield return new S7Diagnosis(
                S7Stage.Identity,
                S7Cause.CpuStopped,
                $"The CPU is in {_facts.State.ToString().ToUpperInvariant()}: it answers, but " + "its values do not change.",
                new S7Remedy(
                    "Find the reason in its diagnostic buffer, and switch it to RUN when the machine is safe. Until then the bridge marks its values "
                        + "Uncertain (stopIsUncertain)."
                )
            );
        }
    }

    /// <summary>
    /// Checks whether the CPU allows reads at all. Where a few bytes of different blocks and areas are all refused, the cause is not a tag. Returns null where
    /// it allows them.
    /// </summary>
    public async Task<S7Diagnosis?> TryAccessAsync(IEnumerable<S7Range> ranges, CancellationToken cancellationToken)
    {
        var samples = ranges
            .DistinctBy(range => (range.Area, range.Db))
            .Take(AccessSamples)
            .Select(range => range with { Length = 1 })
            .ToArray();
        if (samples.Length == 0)
            return null;
        var answers = await _reader.ReadAsync(samples, cancellationToken).ConfigureAwait(false);
        var code = answers[0].Code;
        // A CPU without protection refuses an item for a reason of that item.
        if (
            !answers.All(answer => answer.IsDenied)
            || (code == (ushort)S7ItemStatus.AccessDenied && _facts.Protection is { Level: Unprotected })
        )
            return null;
        return S7Diagnosis.ForRefusal(code, Family);
    }

    /// <summary>The state of the data blocks that contain the ranges, by number.</summary>
    public Task<List<S7BlockState>> CheckBlocksAsync(IEnumerable<S7Range> ranges, CancellationToken cancellationToken) =>
        new BlockCheck(_link, _reader, Family).RunAsync(
            [
                .. ranges
                    .Where(range => range.Area == S7Area.DataBlock)
                    .GroupBy(range => range.Db)
                    .OrderBy(block => block.Key)
                    .Select(block => (block.Key, block.Max(range => range.End))),
            ],
            cancellationToken
        );

    /// <summary>Reads each range separately; results in the order of the ranges.</summary>
    public Task<S7ItemAnswer[]> ReadAsync(IReadOnlyList<S7Range> ranges, CancellationToken cancellationToken) =>
        _reader.ReadAsync(ranges, cancellationToken);
}
