using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>
/// What S7-300 and S7-400 CPUs tell of themselves by system information lists. Each of them is optional: where a CPU has none, the call is an
/// <see cref="S7RefusedException"/>. Check the profile first, because a LOGO! closes the connection on such a question.
/// </summary>
public sealed class S7Diagnostics
{
    private const ushort Buffer = 0x00A0;
    private const ushort NewestOfBuffer = 0x01A0;
    private const ushort Leds = 0x0019;
    private const ushort LedsOfRacks = 0x0074;

    private readonly S7Userdata _userdata;

    internal S7Diagnostics(S7Connection connection) => _userdata = connection.Userdata;

    /// <summary>Entries of the diagnostics buffer, newest first. An S7-300 in RUN gives its newest 10, whatever is asked for.</summary>
    /// <param name="newest">How many at most.</param>
    /// <param name="cancellationToken">Checked between the parts of the list.</param>
    public async Task<IReadOnlyList<S7DiagnosticEntry>> ReadBufferAsync(int newest, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(newest, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(newest, ushort.MaxValue);
        var list = await ReadFirstAsync(NewestOfBuffer, (ushort)newest, Buffer, cancellationToken).ConfigureAwait(false);
        var entries = S7DiagnosticEntry.ReadAll(list);
        return entries.Count <= newest ? entries : [.. entries.Take(newest)];
    }

    /// <summary>The LEDs of the CPU.</summary>
    public async Task<IReadOnlyList<S7Led>> ReadLedsAsync(CancellationToken cancellationToken) =>
        S7Led.ReadAll(await ReadFirstAsync(Leds, 0, LedsOfRacks, cancellationToken).ConfigureAwait(false));

    /// <summary>Faulty racks and stations of the CPU's own buses: racks, DP master systems 1 and 2, PROFINET system 100.</summary>
    /// <exception cref="S7RefusedException">The CPU tells none of them.</exception>
    public async Task<IReadOnlyList<S7Station>> ReadFaultyStationsAsync(CancellationToken cancellationToken)
    {
        var stations = new List<S7Station>();
        S7RefusedException? refusal = null;
        var answers = 0;
        foreach (var system in S7Station.UsualSystems.ToArray())
        {
            try
            {
                var list = await ReadFirstAsync(S7Station.FaultyListId, system, S7Station.FaultyListIdOfOld, cancellationToken)
                    .ConfigureAwait(false);
                S7Station.ReadAll(list, stations);
                answers++;
            }
            catch (S7RefusedException e)
            {
                // A CPU refuses the systems that it does not have.
                refusal = e;
            }
        }
        return answers > 0 || refusal is null ? stations : throw refusal;
    }

    /// <summary>LEDs, faulty stations and diagnostics buffer; what the CPU refuses, or what nobody can read, is left empty.</summary>
    /// <param name="newest">Entries of the diagnostics buffer at most.</param>
    /// <param name="turn">Called before each of the three, its result disposed after it; null: nothing.</param>
    /// <param name="cancellationToken">Checked between the parts.</param>
    public async Task<S7CpuReport> ReadReportAsync(
        int newest,
        Func<CancellationToken, ValueTask<IDisposable?>>? turn,
        CancellationToken cancellationToken
    ) =>
        new(
            await TryAsync(ReadLedsAsync, turn, cancellationToken).ConfigureAwait(false),
            await TryAsync(ReadFaultyStationsAsync, turn, cancellationToken).ConfigureAwait(false),
            await TryAsync(token => ReadBufferAsync(newest, token), turn, cancellationToken).ConfigureAwait(false)
        );

    /// <summary>Checksums that change with a download; null: the CPU does not compute them.</summary>
    public async Task<S7ProgramChecksum?> ReadProgramChecksumAsync(CancellationToken cancellationToken) =>
        S7ProgramChecksum.Read(
            await _userdata.ReadListAsync(S7Protection.ListId, S7Protection.Index, cancellationToken).ConfigureAwait(false)
        );

    private static async Task<IReadOnlyList<T>> TryAsync<T>(
        Func<CancellationToken, Task<IReadOnlyList<T>>> ask,
        Func<CancellationToken, ValueTask<IDisposable?>>? turn,
        CancellationToken cancellationToken
    )
    {
        using var mine = turn is null ? null : await turn(cancellationToken).ConfigureAwait(false);
        try
        {
            return await ask(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is S7RefusedException or S7ProtocolException)
        {
            return [];
        }
    }

    private async Task<S7SystemList> ReadFirstAsync(ushort id, ushort index, ushort otherId, CancellationToken cancellationToken)
    {
        try
        {
            return await _userdata.ReadListAsync(id, index, cancellationToken).ConfigureAwait(false);
        }
        catch (S7RefusedException)
        {
            return await _userdata.ReadListAsync(otherId, otherId == Buffer ? (ushort)0 : index, cancellationToken).ConfigureAwait(false);
        }
    }
}
