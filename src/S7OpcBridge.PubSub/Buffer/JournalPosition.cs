using System.Buffers.Binary;
using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.PubSub.Buffer;

/// <summary>The sequence up to which messages are done, in a small file: written in turn to two places of it, so that one is whole at any time.</summary>
internal sealed class JournalPosition : IDisposable
{
    private const int SlotBytes = 16;

    private readonly SafeFileHandle _file;
    private readonly byte[] _slot = new byte[SlotBytes];
    private int _next;

    public JournalPosition(string folder)
    {
        _file = JournalFiles.Open(Path.Combine(folder, "position"), FileMode.OpenOrCreate);
        for (var i = 0; i < 2; i++)
        {
            if (RandomAccess.Read(_file, _slot, i * SlotBytes) < SlotBytes || !IsWhole())
                continue;
            var sequence = BinaryPrimitives.ReadInt64LittleEndian(_slot);
            if (sequence >= Done)
                (Done, _next) = (sequence, 1 - i);
        }
    }

    /// <summary>The sequence that was written last; 0: none.</summary>
    public long Done { get; private set; }

    /// <summary>Writes it.</summary>
    public void Write(long done)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_slot, done);
        BinaryPrimitives.WriteUInt32LittleEndian(_slot.AsSpan(8), Checksum.Compute(_slot.AsSpan(0, 8)));
        RandomAccess.Write(_file, _slot, _next * SlotBytes);
        _next = 1 - _next;
        Done = done;
    }

    public void Dispose() => _file.Dispose();

    private bool IsWhole() => Checksum.Compute(_slot.AsSpan(0, 8)) == BinaryPrimitives.ReadUInt32LittleEndian(_slot.AsSpan(8));
}
