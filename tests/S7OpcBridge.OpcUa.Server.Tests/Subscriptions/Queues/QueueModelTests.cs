using FsCheck;
using FsCheck.Fluent;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Queues;

/// <summary>Any sequence of values, messages and changes of the queue against a list that does what Part 4 says, word by word.</summary>
public class QueueModelTests
{
    [FsCheck.NUnit.Property(MaxTest = 300)]
    public Property Queues_do_what_a_list_does() =>
        Prop.ForAll(
            Gen.Choose(1, 6)
                .SelectMany(size =>
                    ArbMap
                        .Default.GeneratorFor<bool>()
                        .SelectMany(discardOldest =>
                            ArbMap
                                .Default.GeneratorFor<(byte Action, byte Argument)>()
                                .ListOf()
                                .Select(steps => (size, discardOldest, steps))
                        )
                )
                .ToArbitrary(),
            run =>
            {
                using var rig = new Rig();
                var id = rig.Subscribe(maxNotifications: 2, keepAlive: 1, lifetime: 1_000_000);
                var item = rig.Monitor(id, TestNodes.Double, queueSize: (uint)run.size, discardOldest: run.discardOldest).MonitoredItemId;
                var model = new Model { Size = run.size, DiscardOldest = run.discardOldest };
                model.Offer(0);
                var next = 0.0;
                foreach (var (action, argument) in run.steps)
                {
                    switch (action % 8)
                    {
                        case < 5:
                            rig.Set(TestNodes.Double, ++next);
                            model.Offer(next);
                            break;
                        case 5:
                            var mode = (MonitoringMode)(argument % 3);
                            rig.SetMode(id, item, mode);
                            model.SetMode(mode, next);
                            break;
                        case 6:
                            model.Resize(argument % 6 + 1);
                            rig.Modify(id, item, queueSize: (uint)model.Size, discardOldest: run.discardOldest);
                            break;
                        default:
                            var data = rig.Next()
                                .Data.Select(d => (BitConverter.Int64BitsToDouble(d.Value.Value.Bits), d.Value.Status.Value == 0x480));
                            if (!data.SequenceEqual(model.Take(2)))
                                return false;
                            break;
                    }
                }

                return true;
            }
        );

    private sealed class Model
    {
        private readonly List<(double Value, bool Overflow)> _queue = [];
        private MonitoringMode _mode = MonitoringMode.Reporting;

        public int Size { get; set; }

        public bool DiscardOldest { get; init; }

        public void Offer(double value)
        {
            if (_mode == MonitoringMode.Disabled)
                return;
            if (_queue.Count < Size)
                _queue.Add((value, false));
            else if (Size == 1)
                _queue[0] = (value, false);
            else if (DiscardOldest)
            {
                _queue.RemoveAt(0);
                _queue[0] = _queue[0] with { Overflow = true };
                _queue.Add((value, false));
            }
            else
                _queue[^1] = (value, true);
        }

        public void SetMode(MonitoringMode mode, double current)
        {
            var before = _mode;
            _mode = mode;
            if (mode == MonitoringMode.Disabled)
                _queue.Clear();
            else if (before == MonitoringMode.Disabled)
                Offer(current);
        }

        public void Resize(int size)
        {
            Size = size;
            if (_queue.Count > size)
            {
                var lost = _queue.Count - size;
                if (DiscardOldest || size == 1)
                {
                    _queue.RemoveRange(0, lost);
                    _queue[0] = _queue[0] with { Overflow = true };
                }
                else
                {
                    _queue.RemoveRange(size - 1, lost);
                    _queue[^1] = _queue[^1] with { Overflow = true };
                }
            }

            if (size == 1 && _queue.Count > 0)
                _queue[0] = _queue[0] with { Overflow = false };
        }

        public (double, bool)[] Take(int most)
        {
            if (_mode != MonitoringMode.Reporting)
                return [];
            var taken = _queue.Take(most).ToArray();
            _queue.RemoveRange(0, taken.Length);
            return taken;
        }
    }
}
