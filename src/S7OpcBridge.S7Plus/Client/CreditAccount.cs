namespace S7OpcBridge.S7Plus.Client;

/// <summary>
/// Counts how many notifications a CPU may still send. The CPU numbers them (credit tick, one byte) and stops at the limit; the limit is raised when half of
/// the credit is used. Limits run from 0 to 254, as in Siemens' clients.
/// </summary>
internal sealed class CreditAccount
{
    private const int Wrap = 255;

    private readonly int _credit;
    private int _limit;

    public CreditAccount(int credit)
    {
        _credit = credit;
        _limit = credit;
    }

    /// <summary>The new limit to send to the CPU; null: no change is needed.</summary>
    public short? Renew(byte tick)
    {
        var left = (_limit - tick + Wrap) % Wrap;
        if (left > _credit / 2 && left <= _credit)
            return null;
        _limit = (tick + _credit) % Wrap;
        return (short)_limit;
    }
}
