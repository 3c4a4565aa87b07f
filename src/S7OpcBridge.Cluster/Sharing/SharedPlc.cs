namespace S7OpcBridge.Cluster;

/// <summary>Where a PLC of the map is read. A snapshot.</summary>
/// <param name="Plc">Its name.</param>
/// <param name="Owner">The node that should read it in the present view; null: there is none.</param>
/// <param name="Holder">The node that reads it as far as this node knows; null: none at present.</param>
/// <param name="IsHere">True: this node reads it.</param>
/// <param name="Tenure">Number of the holder's tenure: a later holder has a higher one. 0: nobody has read it so far.</param>
/// <param name="Freshness">How far the values shown here can be trusted; of a PLC that this node reads always <see cref="ValueFreshness.Live"/>.</param>
public sealed record SharedPlc(string Plc, string? Owner, string? Holder, bool IsHere, long Tenure, ValueFreshness Freshness);
