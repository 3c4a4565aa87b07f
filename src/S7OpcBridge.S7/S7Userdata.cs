using System.Buffers.Binary;
using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>
/// The services other than reading and writing: identity, state, block information, clock, session password. All of them are optional in a CPU (a LOGO! closes
/// the connection on system information lists, S7-1200 and S7-1500 support only some of them), so check the profile first. They share the job window with reads
/// and writes. Each may fail like a read; an unsupported service is an <see cref="S7RefusedException"/>.
/// </summary>
public sealed class S7Userdata
{
    private const byte ReadSzl = 0x01;
    private const byte CountBlocks = 0x01;
    private const byte ListBlocks = 0x02;
    private const byte BlockInfo = 0x03;
    private const byte ReadClock = 0x01;
    private const byte SetClock = 0x02;
    private const byte SetPassword = 0x01;
    private const byte ClearPassword = 0x02;
    private const ushort BlockNotFound = 0xD209;

    // A 16-bit length limits a list; an answer that never ends is an error of the PLC.
    private const int LongestAnswer = ushort.MaxValue;

    private readonly S7Connection _connection;

    internal S7Userdata(S7Connection connection) => _connection = connection;

    /// <summary>Reads a system information list.</summary>
    /// <param name="id">SZL id, for example 0x0011.</param>
    /// <param name="index">SZL index; 0 where the list has none.</param>
    /// <param name="cancellationToken">Checked between the parts of the answer.</param>
    internal async Task<S7SystemList> ReadListAsync(ushort id, ushort index, CancellationToken cancellationToken)
    {
        var request = new byte[4];
        BinaryPrimitives.WriteUInt16BigEndian(request, id);
        BinaryPrimitives.WriteUInt16BigEndian(request.AsSpan(2), index);
        return S7SystemList.Parse(await AskForDataAsync(UserdataGroup.Cpu, ReadSzl, request, cancellationToken).ConfigureAwait(false));
    }

    /// <summary>Order number, hardware and firmware version (SZL 0011).</summary>
    public async Task<S7Identity> ReadIdentityAsync(CancellationToken cancellationToken) =>
        S7Identity.Decode(await ReadListAsync(S7Identity.ListId, 0, cancellationToken).ConfigureAwait(false));

    /// <summary>Names, serial number, plant designation (SZL 001C). Not available on some S7-1200.</summary>
    public async Task<S7ComponentNames> ReadComponentNamesAsync(CancellationToken cancellationToken) =>
        S7ComponentNames.Decode(await ReadListAsync(S7ComponentNames.ListId, 0, cancellationToken).ConfigureAwait(false));

    /// <summary>The CPU's own largest PDU and number of connections (SZL 0131, index 1).</summary>
    public async Task<S7Communication> ReadCommunicationAsync(CancellationToken cancellationToken) =>
        S7Communication.Decode(await ReadListAsync(S7Communication.ListId, 1, cancellationToken).ConfigureAwait(false));

    /// <summary>The protection level (SZL 0132, index 4). Not available on S7-1200 and S7-1500.</summary>
    public async Task<S7Protection> ReadProtectionAsync(CancellationToken cancellationToken) =>
        S7Protection.Decode(await ReadListAsync(S7Protection.ListId, S7Protection.Index, cancellationToken).ConfigureAwait(false));

    /// <summary>Connections in use and free (SZL 0132, index 1); null for an unknown record layout. Not available on S7-1200 and S7-1500.</summary>
    public async Task<S7ConnectionUse?> ReadConnectionUseAsync(CancellationToken cancellationToken) =>
        S7ConnectionUse.Decode(await ReadListAsync(S7ConnectionUse.ListId, S7ConnectionUse.Index, cancellationToken).ConfigureAwait(false));

    /// <summary>The operating state (SZL 0424). Wrong on H systems, and not always available on S7-1500.</summary>
    public async Task<S7CpuState> ReadCpuStateAsync(CancellationToken cancellationToken) =>
        S7CpuMode.Decode(await ReadListAsync(S7CpuMode.ListId, 0, cancellationToken).ConfigureAwait(false));

    /// <summary>How many blocks of each kind the CPU has; kinds of which it has none are left out.</summary>
    public async Task<IReadOnlyList<S7BlockCount>> ReadBlockCountsAsync(CancellationToken cancellationToken) =>
        S7BlockCount.Parse(await AskForDataAsync(UserdataGroup.Block, CountBlocks, [], cancellationToken).ConfigureAwait(false));

    /// <summary>The numbers of all blocks of a kind in ascending order; empty: there are none.</summary>
    public async Task<IReadOnlyList<int>> ReadBlockNumbersAsync(S7BlockType type, CancellationToken cancellationToken)
    {
        try
        {
            byte[] request = [(byte)'0', (byte)type];
            return S7BlockCount.ParseNumbers(
                await AskForDataAsync(UserdataGroup.Block, ListBlocks, request, cancellationToken).ConfigureAwait(false)
            );
        }
        catch (S7RefusedException e) when (e.Code is BlockNotFound or (ushort)S7ItemStatus.ObjectMissing)
        {
            return [];
        }
    }

    /// <summary>Whether a block exists and how long it is; null: it does not exist.</summary>
    public async Task<S7BlockInfo?> ReadBlockInfoAsync(S7BlockType type, int number, CancellationToken cancellationToken)
    {
        try
        {
            return S7BlockInfo.Parse(
                await AskForDataAsync(UserdataGroup.Block, BlockInfo, S7BlockInfo.Request(type, number), cancellationToken)
                    .ConfigureAwait(false)
            );
        }
        catch (S7RefusedException e) when (e.Code is BlockNotFound or (ushort)S7ItemStatus.ObjectMissing)
        {
            return null;
        }
    }

    /// <summary>The PLC's clock, in the time zone of the CPU.</summary>
    public async Task<DateTime> ReadClockAsync(CancellationToken cancellationToken) =>
        ClockValue.Parse(await AskForDataAsync(UserdataGroup.Time, ReadClock, [], cancellationToken).ConfigureAwait(false));

    /// <summary>Sets the PLC's clock. Use it only in plants without a time master: programs that depend on the clock see it jump.</summary>
    /// <param name="time">The time in the time zone of the CPU, 1990 to 2089; fractions of a millisecond are dropped.</param>
    /// <param name="cancellationToken">Checked before sending.</param>
    /// <exception cref="ArgumentOutOfRangeException">The clock cannot represent the year.</exception>
    /// <exception cref="S7RefusedException">The CPU does not support the service, or rejects the date (DC01).</exception>
    public async Task SetClockAsync(DateTime time, CancellationToken cancellationToken)
    {
        if (time.Year is < 1990 or > 2089)
            throw new ArgumentOutOfRangeException(nameof(time), time, "The clock of a CPU shows the years 1990 to 2089.");
        await AskAsync(UserdataGroup.Time, SetClock, ClockValue.Format(time), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Unlocks an S7-300 or S7-400 for this connection.</summary>
    /// <param name="password">1–8 characters of Latin-1.</param>
    /// <param name="cancellationToken">Checked before sending.</param>
    /// <exception cref="S7RefusedException">D602: wrong password; D605: the CPU has no password.</exception>
    public Task SetPasswordAsync(string password, CancellationToken cancellationToken) =>
        AskAsync(UserdataGroup.Security, SetPassword, SessionPassword.Encode(password), cancellationToken);

    /// <summary>Ends the unlocked state.</summary>
    public Task ClearPasswordAsync(CancellationToken cancellationToken) =>
        AskAsync(UserdataGroup.Security, ClearPassword, [], cancellationToken);

    private Task<byte[]> AskForDataAsync(UserdataGroup group, byte function, byte[] request, CancellationToken cancellationToken) =>
        new UserdataExchange(_connection, group, function).AskForDataAsync(request, LongestAnswer, cancellationToken);

    private Task<UserdataJob> AskAsync(UserdataGroup group, byte function, byte[] request, CancellationToken cancellationToken) =>
        new UserdataExchange(_connection, group, function).AskAsync(request, cancellationToken);
}
