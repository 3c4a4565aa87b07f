using S7OpcBridge.History.Journal;

namespace S7OpcBridge.History.Recording;

/// <summary>Values that wait for their commit. Adding neither blocks for longer than a copy nor, once blocks are there, allocates.</summary>
internal sealed class RecordQueue(int limit)
{
    /// <summary>Values of a block; a block stays below the size from which .NET never moves it.</summary>
    public const int BlockSize = 2000;

    /// <summary>The most bytes of encoded Variants that may wait.</summary>
    private const long MaxEncoded = 64 << 20;
    private const int MaxSpare = 256;
    private readonly Lock _gate = new();
    private readonly Stack<Block> _spare = [];
    private List<Block> _full = [];
    private Block _present = new();
    private int _count;
    private long _encoded;

    /// <summary>Values that wait.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Adds a value; false: too many wait.</summary>
    public bool TryAdd(in Recorded value)
    {
        lock (_gate)
        {
            if (_count >= limit || (value.Encoded is not null && _encoded >= MaxEncoded))
                return false;
            _count++;
            _encoded += value.Encoded?.Length ?? 0;
            if (_present.Count == BlockSize)
            {
                _full.Add(_present);
                _present = _spare.TryPop(out var spare) ? spare : new();
            }

            _present.Values[_present.Count++] = value;
            return true;
        }
    }

    /// <summary>Removes all blocks and returns them; they come back by <see cref="Return"/>.</summary>
    public List<Block> TakeAll()
    {
        lock (_gate)
        {
            if (_present.Count > 0)
            {
                _full.Add(_present);
                _present = _spare.TryPop(out var spare) ? spare : new();
            }

            var taken = _full;
            _full = [];
            return taken;
        }
    }

    /// <summary>Gives blocks back, whose values wait no longer.</summary>
    public void Return(List<Block> blocks)
    {
        lock (_gate)
        {
            foreach (var block in blocks)
            {
                _count -= block.Count;
                foreach (ref var value in block.Values.AsSpan(0, block.Count))
                {
                    if (value.Encoded is null)
                        continue;
                    _encoded -= value.Encoded.Length;
                    value = default;
                }

                block.Count = 0;
                if (_spare.Count < MaxSpare)
                    _spare.Push(block);
            }
        }
    }

    /// <summary>A part of the queue.</summary>
    internal sealed class Block
    {
        public readonly Recorded[] Values = new Recorded[BlockSize];
        public int Count;

        public ReadOnlySpan<Recorded> Filled => Values.AsSpan(0, Count);
    }
}
