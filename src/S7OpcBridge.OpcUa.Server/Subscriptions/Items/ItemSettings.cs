namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>Settings that most items of a subscription have in common.</summary>
/// <param name="QueueSize">Revised queue size, at least 1.</param>
/// <param name="SamplingInterval">Revised sampling interval in milliseconds.</param>
internal readonly record struct ItemSettings(uint QueueSize, float SamplingInterval);

/// <summary>
/// The settings of a subscription's items, equal ones once. Its size is limited, so that a client cannot fill the memory with different settings; items for
/// which there is no room have their own.
/// </summary>
internal sealed class ItemSettingsTable
{
    /// <summary>Settings that the table holds.</summary>
    public const int Capacity = 1024;

    private readonly List<ItemSettings> _settings = [new ItemSettings(1, 0)];
    private readonly Dictionary<ItemSettings, int> _places = new() { [new ItemSettings(1, 0)] = 0 };

    /// <summary>The settings of a place; place 0 is for new items: queue size 1, no interval.</summary>
    public ItemSettings this[int place] => _settings[place];

    /// <summary>The place of settings, which are added to the table if they are new; -1: the table is full.</summary>
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
