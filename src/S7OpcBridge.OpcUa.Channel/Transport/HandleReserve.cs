using Microsoft.Win32.SafeHandles;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// Some file handles kept back for the day when there are no others: a runtime that cannot open a file cannot load a library either, and ends the process. Clients are the
/// only ones who can take any number of handles, so whoever lets them in gives the reserve to everybody else first, and lets nobody in until it is whole again.
/// </summary>
internal sealed class HandleReserve : IDisposable
{
    // Taken back only when there are some more to be had: one that somebody gave back for a moment does not let clients in.
    private const int Size = 16, Spare = 4;
    private const string Nothing = "/dev/null";

    private readonly Lock _gate = new();
    private readonly List<SafeFileHandle> _kept = [];
    private bool _isOut;

    /// <summary>Fills the reserve where the system counts handles by process; elsewhere there is nothing to keep back.</summary>
    public HandleReserve() => TryFill(Size);

    /// <summary>True: others live on it now.</summary>
    public bool IsOut => Volatile.Read(ref _isOut);

    /// <summary>Gives the handles to whoever needs one. True: they were there; false: they are out already.</summary>
    public bool Release()
    {
        lock (_gate)
        {
            if (_isOut)
                return false;
            Volatile.Write(ref _isOut, true);
            Empty();
            return true;
        }
    }

    /// <summary>Takes them back, if there are so many. True: they were out, and are back.</summary>
    public bool TryTakeBack()
    {
        lock (_gate)
        {
            if (!_isOut || !TryFill(Size + Spare))
                return false;
            while (_kept.Count > Size)
            {
                _kept[^1].Dispose();
                _kept.RemoveAt(_kept.Count - 1);
            }
            Volatile.Write(ref _isOut, false);
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
