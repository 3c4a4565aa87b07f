namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>What the client asked for and most items of a subscription have alike.</summary>
/// <param name="QueueSize">Revised queue size, at least 1.</param>
/// <param name="SamplingInterval">Revised sampling interval in milliseconds.</param>
internal readonly record struct ItemSettings(uint QueueSize, float SamplingInterval);

/// <summary>
/// The settings of a subscription's items, each kind once. There is an end to it, so that a client cannot fill the memory with kinds: items for which there is
/// no room keep their own.
/// </summary>
internal sealed class ItemSettingsTable
{
    /// <summary>Settings that the table holds.</summary>
    public const int Capacity = 1024;

    private readonly List<ItemSettings> _settings = [new ItemSettings(1, 0)];
    private readonly Dictionary<ItemSettings, int> _places = new() { [new ItemSettings(1, 0)] = 0 };

    /// <summary>The settings of a place; place 0 is that of an item that was just made: queue size 1, no interval.</summary>
    public ItemSettings this[int place] => _settings[place];

    /// <summary>The place of settings, which are put into the table if need be; -1: it is full.</summary>
    public int PlaceOf(ItemSettings settings)
    {
        if (_places.TryGetValue(settings, out var place))
            return place;
        if (_settings.Count == Capacity)
            return -1;
        _settings.Add(settings);
        return _places[settings] = _settings.Count - 1;
    }
}
