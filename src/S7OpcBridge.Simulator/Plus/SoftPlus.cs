using System.Security.Cryptography;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Tls;
using S7OpcBridge.Simulator.Plus.Alarms;
using S7OpcBridge.Simulator.Plus.Symbols;

namespace S7OpcBridge.Simulator;

/// <summary>Access without a password; the numbers are those on the wire.</summary>
public enum SoftAccess : byte
{
    /// <summary>No protection is configured.</summary>
    Unprotected = 0,

    /// <summary>Full access.</summary>
    Full = 1,

    /// <summary>The program can be read; tags can be read and written.</summary>
    Read = 2,

    /// <summary>Tags can be read and written.</summary>
    Hmi = 3,

    /// <summary>No access.</summary>
    None = 4,
}

/// <summary>
/// The S7CommPlus side of a soft PLC: TLS, sessions, symbols, subscriptions, passwords. The values of its blocks are in the PLC's memory in the standard
/// layout; optimised blocks cannot be accessed by classic S7. Every member may be used at any time, from any thread.
/// </summary>
public sealed class SoftPlus
{
    private readonly PlcMemory _memory;
    private readonly TimeProvider _time;
    private readonly Lock _gate = new();
    private readonly Dictionary<string, string> _users = [];
    private volatile SymbolProgram _program;
    private volatile SoftAccess _access;
    private volatile string? _password;
    private int _sessions,
        _subscriptions,
        _subscriptionItems;
    private uint _ids;

    internal SoftPlus(string name, SoftPlusOptions options, PlcMemory memory, TimeProvider time)
    {
        Options = options;
        _program = SymbolProgram.Empty(options.HasOwnTagChecksums);
        _memory = memory;
        _time = time;
        Identity = TlsIdentity.Create(name, time.GetUtcNow());
        Thumbprint = Convert.ToHexString(SHA256.HashData(Identity.Certificate));
        Alarms = new SoftAlarms(options.Alarms, new AlarmSources(BlockOf, ValueOf), time);
        Download(options.Blocks, options.Tags);
    }

    /// <summary>SHA-256 of its certificate, 64 hexadecimal digits.</summary>
    public string Thumbprint { get; }

    /// <summary>The access of clients without a password.</summary>
    public SoftAccess Access
    {
        get => _access;
        set => _access = value;
    }

    /// <summary>The password for full access without a user; null: there is none.</summary>
    public string? Password
    {
        get => _password;
        set => _password = value;
    }

    /// <summary>Number of open sessions.</summary>
    public int Sessions => Volatile.Read(ref _sessions);

    /// <summary>Number of subscriptions.</summary>
    public int Subscriptions => Volatile.Read(ref _subscriptions);

    /// <summary>Its alarms.</summary>
    public SoftAlarms Alarms { get; }

    /// <summary>Receives TLS secrets as NSS key log lines, for captures; null: none.</summary>
    public Action<string>? KeyLog { get; set; }

    internal SoftPlusOptions Options { get; }

    internal TlsIdentity Identity { get; }

    internal SymbolProgram Program => _program;

    /// <summary>Adds a user, or changes its password.</summary>
    public void AddUser(string name, string password)
    {
        lock (_gate)
            _users[name] = password;
    }

    /// <summary>
    /// Replaces the blocks while clients are connected. An unchanged member keeps its local id; the memory of a block with other members or other start values
    /// is initialised.
    /// </summary>
    /// <exception cref="SoftPlcException">A declaration is invalid; nothing is changed.</exception>
    public void Download(IReadOnlyList<SoftBlock> blocks)
    {
        lock (_gate)
            Download(blocks, [.. _program.Areas.SelectMany(area => area.Tags)]);
    }

    /// <summary>
    /// Replaces the blocks and PLC tags while clients are connected. A tag keeps its local id as long as its address and type stay; the memory of tags is
    /// never initialised.
    /// </summary>
    /// <exception cref="SoftPlcException">A declaration is invalid; nothing is changed.</exception>
    public void Download(IReadOnlyList<SoftBlock> blocks, IReadOnlyList<SoftTag> tags)
    {
        lock (_gate)
        {
            var before = _program;
            var program = SymbolProgram.Compile(blocks, tags, before, _time.GetUtcNow());
            var changed = program.Blocks.Values.Where(block => before.Blocks.GetValueOrDefault(block.Rid) != block).ToList();
            var memories = changed.ConvertAll(static block => block.FreshMemory()); // before anything is changed, because a start value may be invalid
            using var hold = _memory.Hold();
            foreach (var gone in before.Blocks.Where(old => !program.Blocks.ContainsKey(old.Key)))
                _memory.DeleteBlock(gone.Value.Declared.Number);
            foreach (var (block, memory) in changed.Zip(memories))
            {
                _memory.DownloadBlock(block.Declared.Number, block.Type.Size);
                _memory.Protect(block.Declared.Number, block.Declared.IsOptimised ? BlockAccess.Optimised : BlockAccess.Free);
                memory.CopyTo(hold.Block(block.Declared.Number));
            }

            _program = program;
        }
    }

    /// <summary>Sets the value of a symbol, as the CPU's program does.</summary>
    /// <param name="symbol">For example <c>"DB_Pack".State.Running</c> or <c>DB_Pack.Temps[3]</c>.</param>
    /// <param name="bytes">The value in the bytes of classic S7; one byte for a Bool.</param>
    /// <exception cref="SoftPlcException">The symbol does not exist, or has another length.</exception>
    public void Set(string symbol, ReadOnlySpan<byte> bytes)
    {
        var location = Locate(symbol);
        if (bytes.Length != location.Length)
            throw new SoftPlcException($"{symbol} has {location.Length} bytes, not {bytes.Length}.");
        using var hold = _memory.Hold();
        PlusMemory.Store(hold, location, bytes);
    }

    /// <summary>The value of a symbol in the bytes of classic S7; one byte for a Bool.</summary>
    /// <exception cref="SoftPlcException">The symbol does not exist.</exception>
    public byte[] Get(string symbol)
    {
        var location = Locate(symbol);
        var bytes = new byte[location.Length];
        using var hold = _memory.Hold();
        PlusMemory.Load(hold, location, bytes);
        return bytes;
    }

    /// <summary>Where a symbol is in the PLC's memory, for shapes and scripts.</summary>
    /// <exception cref="SoftPlcException">There is no such symbol.</exception>
    public S7Address AddressOf(string symbol) => AddressOf(Locate(symbol));

    /// <summary>Where a symbol is in the PLC's memory; false: there is no such symbol, or it is a structure.</summary>
    public bool TryAddressOf(string symbol, out S7Address address)
    {
        var location = SymbolNames.Find(_program, symbol);
        address = location is { } found ? AddressOf(found) : default;
        return location is not null;
    }

    /// <summary>True where a password, in clear text or as its SHA-1, is valid.</summary>
    internal bool Opens(string user, ReadOnlySpan<byte> password)
    {
        lock (_gate)
        {
            var expected = user.Length == 0 ? _password : _users.GetValueOrDefault(user);
            if (expected is null)
                return false;
            var bytes = System.Text.Encoding.UTF8.GetBytes(expected);
            return password.SequenceEqual(user.Length == 0 ? SHA1.HashData(bytes) : bytes);
        }
    }

    /// <summary>A symbol in the form in which clients request it.</summary>
    /// <exception cref="SoftPlcException">The symbol does not exist.</exception>
    internal S7PlusItem ItemOf(string symbol) => new(SymbolNames.AddressOf(_program, symbol)!, Locate(symbol).Shape);

    internal bool TryAddSession() => TryTake(ref _sessions, 1, Options.MaxSessions);

    internal void RemoveSession() => Interlocked.Decrement(ref _sessions);

    internal bool TryAddSubscription(int items)
    {
        if (!TryTake(ref _subscriptions, 1, Options.MaxSubscriptions))
            return false;
        if (TryTake(ref _subscriptionItems, items, Options.MaxSubscriptionItems))
            return true;
        Interlocked.Decrement(ref _subscriptions);
        return false;
    }

    internal void RemoveSubscription(int items)
    {
        Interlocked.Decrement(ref _subscriptions);
        Interlocked.Add(ref _subscriptionItems, -items);
    }

    /// <summary>Number of free subscriptions and free items.</summary>
    internal (int Subscriptions, int Items) Free() =>
        (Options.MaxSubscriptions - Subscriptions, Options.MaxSubscriptionItems - Volatile.Read(ref _subscriptionItems));

    /// <summary>A new object id, never used before.</summary>
    internal uint NextId() => 0x7000_0E40 + Interlocked.Increment(ref _ids);

    private static S7Address AddressOf(in SymbolLocation location)
    {
        if (location.Area is S7Area.Timers or S7Area.Counters)
            return new S7Address(location.Area, 0, location.Offset / PlcMemory.BytesPerNumber);
        return location.Bit >= 0
            ? new S7Address(location.Area, location.Db, location.Offset, (byte)location.Bit, Width: 1)
            : new S7Address(location.Area, location.Db, location.Offset, Width: 8);
    }

    private uint? BlockOf(string name)
    {
        foreach (var block in _program.Blocks.Values)
        {
            if (block.Declared.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
                return block.Rid;
        }
        return null;
    }

    private AssociatedValue ValueOf(string symbol)
    {
        if (SymbolNames.Find(_program, symbol) is not { } location || AssociatedValue.RootOf(location.Shape) is not { } root)
            return default;
        var bytes = new byte[location.Length];
        using var hold = _memory.Hold();
        PlusMemory.Load(hold, location, bytes);
        return new AssociatedValue(root, bytes);
    }

    private SymbolLocation Locate(string symbol) =>
        SymbolNames.Find(_program, symbol) ?? throw new SoftPlcException($"The soft PLC has no symbol {symbol}.");

    private static bool TryTake(ref int field, int count, int most)
    {
        if (Interlocked.Add(ref field, count) <= most)
            return true;
        Interlocked.Add(ref field, -count);
        return false;
    }
}
