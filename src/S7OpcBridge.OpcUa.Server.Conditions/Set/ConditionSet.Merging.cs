using S7OpcBridge.OpcUa.Server.Conditions.State;

namespace S7OpcBridge.OpcUa.Server.Conditions;

/// <summary>What happened at other servers with the same conditions.</summary>
public sealed partial class ConditionSet
{
    /// <summary>
    /// Takes over what users did with a condition at another server: acknowledged, confirmed, commented, shelved, enabled or disabled. Of each, the later
    /// change counts. What is active, and its quality, stay as this server knows them; an unacknowledged alarm that came and went unseen here is shown.
    /// </summary>
    /// <param name="condition">Its index.</param>
    /// <param name="record">The state at the other server, from <see cref="Save"/>.</param>
    /// <returns>True: something changed, and an event was sent.</returns>
    public bool Merge(int condition, ConditionRecord record)
    {
        lock (_order)
        {
            long time;
            lock (_gate)
            {
                if ((uint)condition >= (uint)Count || !_rows[condition].Merge(_model.RulesOf(condition), record, out time))
                    return false;
                SetTimer();
            }

            Report(condition, time);
        }

        return true;
    }
}
