using S7OpcBridge.S7Plus;
using S7OpcBridge.Simulator.Plus.Symbols;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>The result of checking an item.</summary>
internal enum ItemChange : byte
{
    /// <summary>The value is unchanged.</summary>
    None,

    /// <summary>The value has changed.</summary>
    Value,

    /// <summary>It cannot be read any more.</summary>
    Error,
}

/// <summary>One item of a subscription, with the bytes that were sent last.</summary>
internal sealed class PlusSubscriptionItem(uint reference, S7PlusAddress address)
{
    private SymbolLocation _location;
    private byte[] _seen = [];
    private byte[] _now = [];
    private bool _isFound;
    private bool _isReported;

    /// <summary>The client's number of the item.</summary>
    public uint Reference => reference;

    public SymbolLocation Location => _location;

    /// <summary>The bytes at the last check.</summary>
    public ReadOnlySpan<byte> Bytes => _seen;

    /// <summary>Looks the item up again after a download.</summary>
    public void Find(SymbolProgram program)
    {
        var before = _location;
        _isFound = program.TryFind(address, out _location) == PlusCodes.Ok;
        if (_isFound && before == _location && _seen.Length > 0)
            return;
        _isReported = false;
        _seen = _isFound ? new byte[_location.Length] : [];
        _now = new byte[_seen.Length];
    }

    /// <summary>Compares it with the memory.</summary>
    public ItemChange Resolve(in MemoryHold hold)
    {
        if (!_isFound || !PlusMemory.Has(hold, _location))
        {
            if (_isReported)
                return ItemChange.None;
            _isReported = true;
            return ItemChange.Error;
        }

        PlusMemory.Load(hold, _location, _now);
        if (_isReported && _now.AsSpan().SequenceEqual(_seen))
            return ItemChange.None;
        _isReported = true;
        _now.CopyTo(_seen, 0);
        return ItemChange.Value;
    }
}
