using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// File handles that are kept in reserve, because a runtime that cannot open a file cannot load a library either and ends the process. Clients are the
/// only ones that can take any number of handles: when none are left the listener releases the reserve, and accepts no client until it is complete again.
/// </summary>
internal sealed class HandleReserve : IDisposable
{
    // Taken back only when a few more are free, so that one handle that is free for a moment does not let clients in.
    private const int Size = 16,
        Spare = 4;
    private const string Nothing = "/dev/null";

    private readonly Lock _gate = new();
    private readonly List<SafeFileHandle> _kept = [];
    private bool _isReleased;

    /// <summary>Fills the reserve on systems that limit handles per process; elsewhere it does nothing.</summary>
    public HandleReserve() => TryFill(Size);

    /// <summary>True: the reserve is released.</summary>
    public bool IsReleased => Volatile.Read(ref _isReleased);

    /// <summary>Releases the handles. False: they were released already.</summary>
    public bool Release()
    {
        lock (_gate)
        {
            if (_isReleased)
                return false;
            Volatile.Write(ref _isReleased, true);
            Empty();
            return true;
        }
    }

    /// <summary>Opens the reserve again if enough handles are free. True: it was released and is back.</summary>
    public bool TryTakeBack()
    {
        lock (_gate)
        {
            if (!_isReleased || !TryFill(Size + Spare))
                return false;
            while (_kept.Count > Size)
            {
                _kept[^1].Dispose();
                _kept.RemoveAt(_kept.Count - 1);
            }
            Volatile.Write(ref _isReleased, false);
            return true;
        }
    }

    public void Dispose()
    {
        lock (_gate)
            Empty();
    }

    private bool TryFill(int size)
    {
        if (OperatingSystem.IsWindows())
            return true;
        try
        {
            while (_kept.Count < size)
                _kept.Add(File.OpenHandle(Nothing));
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Empty();
            return false;
        }
    }

    private void Empty()
    {
        _kept.ForEach(static handle => handle.Dispose());
        _kept.Clear();
    }
}
